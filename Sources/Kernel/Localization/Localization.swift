// Localization is being built.
