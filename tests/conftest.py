"""What all tests share."""

pytest_plugins = ["pytester", "tests.slow_box"]
