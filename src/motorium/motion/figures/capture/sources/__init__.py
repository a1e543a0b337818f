"""How the joints of known skeletons are called, and what else is particular about them."""
