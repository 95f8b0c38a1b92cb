"""What the laboratory counts in one game only.

``deals`` says how deals of a profile are set up and what is written of each: it decides what stands in a ledger and is
part of the digest. ``measures`` sums such lines up, at any later time.
"""
