// Markup is being built.
