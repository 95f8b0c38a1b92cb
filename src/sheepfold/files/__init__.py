"""Where things are kept, and how they are written so that nothing is lost."""
