"""The Virtual Motion Capture protocol, over OSC: how today's tracking programs send people."""
