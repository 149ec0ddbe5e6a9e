// Crypto is being built.
