"""A small German catalogue, used through ``home``: it shows that the interface fits a language with cases."""
