// Accounts is being built.
