// Web is being built.
