"""The scorekeeper: an evening with real cards, kept as entries, settled by the rules, paid in cents."""
