// being built
