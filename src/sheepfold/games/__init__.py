"""The rules, one file per game; ``registry`` knows which there are. Games never import each other."""
