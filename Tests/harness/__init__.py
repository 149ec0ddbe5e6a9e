"""Servers, clients and made-up files for the tests that look at Stoa from outside."""
