// Platform is being built.
