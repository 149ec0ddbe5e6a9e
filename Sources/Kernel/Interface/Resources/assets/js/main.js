// @ts-check
// The first script of every page: it loads a module for each behaviour that the page asks for by a data- attribute.
