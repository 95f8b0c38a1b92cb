"""Tables, seats, streams, entries, deals and chat, each as a function of a connection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, case, delete, func, insert, or_, select, update

from sheepfold.table.store.rows import ChatRow, DealRow, SeatRow, StreamRow, TableChange, TableRow
from sheepfold.table.store.schema import CHAT, DEAL, ENTRY, GUEST, SEAT, STREAM, TABLE

PLAYING = "playing"
"""The state of a table that a restart must bring back."""

# -- tables ------------------------------------------------------------------------------------------------------------


def new_table(db: Connection, row: TableRow, seats: Iterable[SeatRow]) -> None:
    """A new table with its seats."""
    db.execute(insert(TABLE).values({name: getattr(row, name) for name in row.__struct_fields__}))
    _put_seats(db, seats)


def table(db: Connection, id: str) -> TableRow | None:
    """A table by its id."""
    row = db.execute(select(*_TABLE).where(TABLE.c.id == id)).first()
    return None if row is None else TableRow(*row)


def tables(db: Connection, state: str | None, public: bool | None, host: str | None, limit: int) -> list[TableRow]:
    """Tables, the newest first."""
    query = select(*_TABLE)
    if state is not None:
        query = query.where(TABLE.c.state == state)
    if public is not None:
        query = query.where(TABLE.c.public.is_(public))
    if host is not None:
        query = query.where(TABLE.c.host == host)
    return _tables(db, query.limit(limit))


def tables_of(db: Connection, guest: str) -> list[TableRow]:
    """Every table at which a guest sits or is host, the newest first."""
    sits = select(SEAT.c.table_id).where(SEAT.c.guest_id == guest)
    return _tables(db, select(*_TABLE).where(or_(TABLE.c.host == guest, TABLE.c.id.in_(sits))))


def _tables(db: Connection, query: Select[Any]) -> list[TableRow]:
    return [TableRow(*row) for row in db.execute(query.order_by(TABLE.c.number.desc()))]


def change_table(db: Connection, id: str, change: TableChange) -> bool:
    """Change some of what a table has; whether there is such a table."""
    return db.execute(update(TABLE).where(TABLE.c.id == id).values(dict(change))).rowcount > 0


# -- seats -------------------------------------------------------------------------------------------------------------


def seats(db: Connection, table: str) -> list[SeatRow]:
    """The seats of a table, in order."""
    return [SeatRow(*row) for row in db.execute(select(*_SEAT).where(SEAT.c.table_id == table).order_by(SEAT.c.seat))]


def sit(db: Connection, row: SeatRow) -> None:
    """Give a seat to a guest, to a bot or to nobody."""
    where = and_(SEAT.c.table_id == row.table, SEAT.c.seat == row.seat)
    if not db.execute(update(SEAT).where(where).values(guest_id=row.guest, bot=row.bot)).rowcount:
        _put_seats(db, [row])


def reseat(db: Connection, table: str, rows: Sequence[SeatRow]) -> None:
    """All seats of a table anew, at once: for swaps, and for a game with another number of players."""
    db.execute(delete(SEAT).where(SEAT.c.table_id == table))
    _put_seats(db, rows)


def _put_seats(db: Connection, rows: Iterable[SeatRow]) -> None:
    values = [{"table_id": row.table, "seat": row.seat, "guest_id": row.guest, "bot": row.bot} for row in rows]
    if values:
        db.execute(insert(SEAT), values)


# -- streams -----------------------------------------------------------------------------------------------------------


def new_stream(db: Connection, table: str, header: bytes, first: int, now: float) -> StreamRow:
    """A new match at a table."""
    values = {"table_id": table, "header": header, "first": first, "over": False, "created": now}
    id = db.execute(insert(STREAM).values(values).returning(STREAM.c.id)).scalar_one()
    return StreamRow(id, table, header, first, False, now)


def stream(db: Connection, id: int) -> StreamRow | None:
    """A stream by its number."""
    row = db.execute(select(*_STREAM).where(STREAM.c.id == id)).first()
    return None if row is None else StreamRow(*row)


def streams(db: Connection, table: str) -> list[StreamRow]:
    """All matches of a table, the first one first."""
    rows = db.execute(select(*_STREAM).where(STREAM.c.table_id == table).order_by(STREAM.c.id))
    return [StreamRow(*row) for row in rows]


def last_stream(db: Connection, table: str) -> StreamRow | None:
    """The match that was begun last at a table."""
    row = db.execute(select(*_STREAM).where(STREAM.c.table_id == table).order_by(STREAM.c.id.desc()).limit(1)).first()
    return None if row is None else StreamRow(*row)


def entries(db: Connection, stream: int, since: int) -> list[bytes]:
    """The lines of a stream from that number on."""
    where = and_(ENTRY.c.stream_id == stream, ENTRY.c.seq >= since)
    return list(db.execute(select(ENTRY.c.line).where(where).order_by(ENTRY.c.seq)).scalars())


def deals(db: Connection, stream: int) -> list[DealRow]:
    """The deals of a stream, in order."""
    return [
        DealRow(*row) for row in db.execute(select(*_DEAL).where(DEAL.c.stream_id == stream).order_by(DEAL.c.number))
    ]


# -- after a restart ---------------------------------------------------------------------------------------------------


def live(db: Connection) -> list[tuple[TableRow, StreamRow, DealRow | None]]:
    """Every table that is being played, with its last match and the last deal of that."""
    rows = db.execute(_LIVE.add_columns(*_TABLE, *_STREAM, *_DEAL).order_by(TABLE.c.number))
    return [_live(row) for row in rows]


def _live(row: Row[Any]) -> tuple[TableRow, StreamRow, DealRow | None]:
    middle, end = len(_TABLE), len(_TABLE) + len(_STREAM)
    deal = None if row[end] is None else DealRow(*row[end:])
    return TableRow(*row[:middle]), StreamRow(*row[middle:end]), deal


def live_entries(db: Connection) -> dict[int, list[bytes]]:
    """By stream, the entries of every match that is being played, from the beginning of its last deal on."""
    begin = case((DEAL.c.number > 1, DEAL.c.seq), else_=0)  # what came before the first deal is told with it
    joined = _LIVE.join(ENTRY, and_(ENTRY.c.stream_id == STREAM.c.id, ENTRY.c.seq >= begin))
    found: dict[int, list[bytes]] = {}
    for stream, line in db.execute(joined.add_columns(STREAM.c.id, ENTRY.c.line).order_by(STREAM.c.id, ENTRY.c.seq)):
        found.setdefault(stream, []).append(line)
    return found


def live_deals(db: Connection) -> dict[int, list[DealRow]]:
    """By stream, all deals of every match that is being played."""
    playing = select(func.max(STREAM.c.id)).join(TABLE, TABLE.c.id == STREAM.c.table_id)
    streams = playing.where(TABLE.c.state == PLAYING).group_by(STREAM.c.table_id)
    found: dict[int, list[DealRow]] = {}
    for row in db.execute(
        select(*_DEAL).where(DEAL.c.stream_id.in_(streams)).order_by(DEAL.c.stream_id, DEAL.c.number)
    ):
        found.setdefault(row[0], []).append(DealRow(*row))
    return found


def live_seats(db: Connection) -> dict[str, list[tuple[SeatRow, str]]]:
    """By table, the seats of every match that is being played, with the names of the guests."""
    joined = select(*_SEAT, GUEST.c.name).join(TABLE, TABLE.c.id == SEAT.c.table_id)
    joined = joined.outerjoin(GUEST, GUEST.c.id == SEAT.c.guest_id).where(TABLE.c.state == PLAYING)
    found: dict[str, list[tuple[SeatRow, str]]] = {}
    for row in db.execute(joined.order_by(SEAT.c.table_id, SEAT.c.seat)):
        found.setdefault(row[0], []).append((SeatRow(*row[:-1]), row[-1] or ""))
    return found


def _live_query() -> Select[Any]:
    streams, deals = STREAM.alias(), DEAL.alias()
    last_stream = select(func.max(streams.c.id)).where(streams.c.table_id == TABLE.c.id).scalar_subquery()
    last_deal = select(func.max(deals.c.number)).where(deals.c.stream_id == STREAM.c.id).scalar_subquery()
    return (
        select()
        .select_from(TABLE)
        .join(STREAM, STREAM.c.id == last_stream)
        .outerjoin(DEAL, and_(DEAL.c.stream_id == STREAM.c.id, DEAL.c.number == last_deal))
        .where(TABLE.c.state == PLAYING)
    )


# -- chat --------------------------------------------------------------------------------------------------------------


def say(db: Connection, row: ChatRow) -> ChatRow:
    """Somebody says something; its number is given here."""
    values = {"table_id": row.table, "guest_id": row.guest, "name": row.name, "text": row.text}
    more = {"at": row.at, "kind": row.kind}
    id = db.execute(insert(CHAT).values({**values, **more}).returning(CHAT.c.id)).scalar_one()
    return ChatRow(id, row.table, row.guest, row.name, row.text, row.at, row.kind)


def chat(db: Connection, table: str, last: int) -> list[ChatRow]:
    """The last lines of a table's chat, the oldest first."""
    rows = db.execute(select(*_CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.id.desc()).limit(last))
    return [ChatRow(*row) for row in rows][::-1]


_TABLE = tuple(TABLE.c[name] for name in TableRow.__struct_fields__)
_SEAT = (SEAT.c.table_id, SEAT.c.seat, SEAT.c.guest_id, SEAT.c.bot)
_STREAM = (STREAM.c.id, STREAM.c.table_id, STREAM.c.header, STREAM.c.first, STREAM.c.over, STREAM.c.created)
_DEAL = (DEAL.c.stream_id, DEAL.c.number, DEAL.c.seq, DEAL.c.result)
_CHAT = (CHAT.c.id, CHAT.c.table_id, CHAT.c.guest_id, CHAT.c.name, CHAT.c.text, CHAT.c.at, CHAT.c.kind)
_LIVE = _live_query()
