"""The one application of the peer: artifacts."""
