"""How fast the table is, beside a bare echo of messages of the same size: ``sheepfold bench table``."""
