"""Finding out how a species must use its muscles and fins: from a shape to a calibration."""
