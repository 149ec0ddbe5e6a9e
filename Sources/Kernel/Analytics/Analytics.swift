// Analytics is being built.
