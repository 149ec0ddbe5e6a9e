// Media is being built.
