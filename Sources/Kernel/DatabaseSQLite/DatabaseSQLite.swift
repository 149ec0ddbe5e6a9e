// DatabaseSQLite is being built.
