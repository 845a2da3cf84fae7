"""The command line: one thin module for each verb, and the few things they share."""
