// Database is being built.
