"""Simulation, measurement and comparison."""
