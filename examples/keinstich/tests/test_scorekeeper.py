"""The scorekeeper keeps an evening of Kein Stich, though it has never heard of it."""

from sheepfold.testing.evenings import hunt


def test_an_evening_of_twenty_deals_comes_out_as_it_was_played() -> None:
    _, deals, faults = hunt("keinstich.game:KeinStich", 20)
    assert deals >= 20
    assert faults == []
