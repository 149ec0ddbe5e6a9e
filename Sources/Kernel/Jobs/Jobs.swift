// Jobs is being built.
