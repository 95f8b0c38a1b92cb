"""Sheepfold: five trick-taking card games on one engine."""
