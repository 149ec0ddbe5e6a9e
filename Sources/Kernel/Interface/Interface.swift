// Interface is being built.
