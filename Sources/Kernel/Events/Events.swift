// Events is being built.
