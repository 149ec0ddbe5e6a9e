// Reading is being built.
