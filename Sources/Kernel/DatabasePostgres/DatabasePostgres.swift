// DatabasePostgres is being built.
