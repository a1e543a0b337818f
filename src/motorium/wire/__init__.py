"""What crosses the network: snapshots of the world and control messages."""
