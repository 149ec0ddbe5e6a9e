// Narrow interface of CStemmer.
