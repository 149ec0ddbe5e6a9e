// Audit is being built.
