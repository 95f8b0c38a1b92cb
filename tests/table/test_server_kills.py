"""The real server under kills and under attack; the long forms are ``make kill`` and ``make hostile``."""

from __future__ import annotations

import pytest

from sheepfold.testing import hostile, table_kills


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    report = table_kills.kill_often(3, tables=10, clients=4)
    assert report.kills == 3
    assert report.acked >= 12
    assert report.resumed >= 12
    assert report.entries > 100


@pytest.mark.slow
@pytest.mark.parametrize("limits", [False, True])
def test_hostile_messages_get_a_code_and_change_nothing(limits: bool) -> None:
    codes = hostile.attack(1000, limits=limits, seed=3)
    assert codes.total() >= 1000
    wanted = {"nak no_seat", "nak form_json", "nak host_only", "nak hello_twice", "4400", "4401"}
    assert wanted <= set(codes)
    assert ("4429" in codes) == limits
