// Documents is being built.
