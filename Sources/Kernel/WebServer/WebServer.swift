// WebServer is being built.
