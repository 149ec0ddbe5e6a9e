// Narrow interface of CXML.
