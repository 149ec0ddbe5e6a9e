// Search is being built.
