"""What is written of a deal of Goathead."""

from __future__ import annotations

from sheepfold.lab.figures.deals.base import DealFigures, side_points

FIGURES = DealFigures(more=side_points)
