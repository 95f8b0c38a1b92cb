"""``sheepfold join`` against the real server: whole matches, reconnects, several people, and what cannot be joined."""

from __future__ import annotations

import json
import os
import queue
import re
import ssl
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cli_helpers import COMMAND, TIMEOUT, Chooser, Talk, Window, converse, modest, plain, refused
from table_helpers import RunningServer, table_server, with_sixth

from sheepfold.testing.plain import asked_again, offered

__all__ = ["table_server"]

QUICK = ("--pace", "none", "--level", "conventions")


def sensible(choices: list[str]) -> str:
    """Pass where that is possible, else the first that may be done."""
    return "pass" if "pass" in choices else choices[0]


class Client:
    """``sheepfold join`` through pipes, line by line."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "join", *arguments, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "SHEEPFOLD_HOME": str(home)},
        )
        self.lines: list[str] = []
        self._heard: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._heard.put(line)
        self._heard.put(None)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()

    def say(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, found: Callable[[str], object]) -> str:
        """Read until a line is what is looked for."""
        while (line := self.next()) is not None:
            if found(line):
                return line
        raise AssertionError(self.text)

    def next(self, seconds: float = 30) -> str | None:
        """The next line; ``None`` at the end, or if none comes in that time."""
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is not None:
            self.lines.append(line)
        return line

    def wait_for(self, text: str) -> str:
        """Read until a line has this text."""
        return self.until(lambda line: text in line)

    def play(self, choose: Chooser = sensible, until: str = "The match is over") -> None:
        """Answer every question until a line has this text."""
        choices: list[str] = []
        while until not in (line := self.until(lambda line: offered(line) or asked_again(line) or until in line)):
            choices = offered(line) or choices
            self.say(choose(choices))

    def end(self) -> int:
        """Close the input and wait for the end; what it says last is read."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        status = self.process.wait(timeout=TIMEOUT)
        while self.next() is not None:
            pass
        return status

    @property
    def text(self) -> str:
        """All that was heard."""
        return "".join(self.lines)


# -- whole matches -----------------------------------------------------------------------------------------------------

MATCHES = {
    "goathead(target=10)": modest(1),
    "widderkopf:short": modest(1),
    "grim(deals=10)": modest(1),
    "sheepshead(hands=5)": modest(1),
    "clover": modest(1),
}


def match(server: RunningServer, game: str, choose: Chooser, folder: Path, **env: str) -> Talk:
    """A whole match against bots, by a scripted player."""
    return converse(["join", server.url, "--name", "Ann", "--game", game, *QUICK], choose, 2000, folder, **env)


def is_whole(talk: Talk) -> None:
    """Somebody won, and nothing went wrong on the way."""
    assert talk.status == 0, talk.text
    assert re.search(r"^The match is over", talk.text, re.M), talk.text[-2000:]
    assert "Traceback" not in talk.text
    assert "Error" not in talk.text
    assert "To come back" not in talk.text  # there is nothing to come back to
    assert len(talk.answers) >= 8  # a deal at least


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match(table_server: RunningServer, game: str, tmp_path: Path) -> None:
    is_whole(match(table_server, game, MATCHES[game], tmp_path))


@pytest.mark.slow
def test_a_whole_match_of_a_sixth_game(tmp_path: Path) -> None:
    keinstich = with_sixth(tmp_path)
    server = RunningServer(tmp_path / "server", **keinstich)
    try:
        talk = match(server, "keinstich", modest(1), tmp_path, **keinstich)
        is_whole(talk)
        assert "Kein Stich" in talk.text
        line = refused("join", server.url, "--game", "keinstich", code="game_not_installed")
        assert "install it as on the server" in line
    finally:
        server.stop()
    assert "Traceback" not in server.log


# -- the words of the prompt -------------------------------------------------------------------------------------------


def test_every_word_answers_as_at_home(table_server: RunningServer, tmp_path: Path) -> None:
    with Client(tmp_path, table_server.url, "--name", "Ann", "--game", "sheepshead(players=3)", *QUICK) as ann:
        ann.until(offered)
        for word, answer in [
            ("?", "You may do this:"),
            ("hand", "Your hand. "),
            ("table", "Sheepshead, hand 1 of 12"),
            ("log", "Hand 1: "),
            ("rules", "S"),
            ("rules S20", "S20"),
            ("who", "seat 0: Ann (you), host"),
            ("why 6h", "["),
            ("zz", "[action_text]"),
            ("chat good luck, everybody", "Ann: good luck, everybody"),
            ("sit", "[seat_number]"),
            ("start", "The match has begun already. [begun_table]"),
            ("options grim", "That can be changed only before a match. [playing]"),
            ("pause", "The table is paused; resume goes on."),
            ("resume", "The table goes on."),
            ("pace", "[no_pace]"),
            ("undo", "[nothing_to_take_back]"),
            ("score 7", "[score_page]"),
            ("last", "No trick"),
            ("claim 99", "["),
            ("hint", "The master says: "),
        ]:
            ann.say(word)
            ann.wait_for(answer)
            ann.until(asked_again)
        assert ann.end() == 0
        assert f"join {table_server.url}/t/" in ann.lines[-1]


# -- coming and going --------------------------------------------------------------------------------------------------


def table_of(client: Client, server: RunningServer) -> str:
    """The address of the table at which a client is: it is told to others."""
    return re.search(rf"join ({re.escape(server.url)}/t/\w+)", client.wait_for("Others come to this table with:"))[1]  # type: ignore[index]


def test_a_seat_is_kept_for_whoever_comes_back(table_server: RunningServer, tmp_path: Path) -> None:
    with Client(tmp_path, table_server.url, "--name", "Ann", "--game", "grim", *QUICK) as ann:
        ann.until(offered)
        ann.say("quit")
        assert ann.end() == 0
    tokens = tmp_path / "settings" / "servers.json"
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
    assert list(json.loads(tokens.read_text())) == [table_server.url]
    address = ann.lines[-1].split()[-1]
    assert ann.lines[-2] == "Your seat stays yours. To come back:\n"
    with Client(tmp_path, address) as again:
        again.until(offered)
        hands = [next(line for line in each.lines if line.startswith("Your hand.")) for each in (ann, again)]
        assert hands[0] == hands[1]
    with Client(tmp_path, table_server.url) as chooser:
        chooser.wait_for("Grim at table")
        assert chooser.lines[-1].startswith("  1  go on with Grim")
        chooser.say("1")
        chooser.until(offered)


def test_the_list_offers_games_and_open_tables(table_server: RunningServer, tmp_path: Path) -> None:
    with Client(tmp_path / "ann", table_server.url, "--name", "Ann", "--game", "clover", "--public", *QUICK) as ann:
        address = table_of(ann, table_server)
        id = address.rpartition("/")[2]
        with Client(tmp_path / "bea", table_server.url, "--name", "Bea", *QUICK[:2]) as bea:
            row = bea.wait_for(f"Clover at table {id}, not begun: Ann; 3 seats are free")
            bea.say("nonsense")
            bea.wait_for("[unknown_game]")
            bea.say("g")
            bea.wait_for("[menu_unclear]")
            bea.say("99")
            bea.wait_for("[menu_number]")
            bea.say("?")
            bea.wait_for("A number chooses a table or a game")
            bea.say(row.split()[0])
            ann.wait_for("Bea sits down on seat 1.")
        with Client(tmp_path / "cara", table_server.url, "--name", "Cara") as cara:
            cara.wait_for("Type a number")
            cara.say("widder")
            cara.until(offered)


@pytest.mark.slow
def test_the_server_is_killed_and_started_again_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "server")
    try:
        with Client(tmp_path, server.url, "--name", "Ann", "--game", "sheepshead(hands=5)", *QUICK) as ann:
            for stop in (server.kill, server.stop):  # a power cut, and a restart that was meant
                for _ in range(3):
                    choices = offered(ann.until(offered)) or []
                    ann.say(sensible(choices))
                choices = offered(ann.until(offered)) or []
                stop()
                ann.say(sensible(choices))  # typed while nobody answers
                ann.wait_for("The connection is lost; trying again")
                server.start()
                ann.wait_for("The connection is back.")
            ann.play()
            assert ann.end() == 0
            assert ann.text.count("The connection is lost") == 2
            assert "Error" not in ann.text
            questions = [line for line in ann.lines if offered(line)]
            assert not [line for line in ann.lines if asked_again(line)], ann.text  # no answer was lost or refused
            assert len(questions) > 8
    finally:
        server.stop()
    assert "Traceback" not in server.log  # it told everybody, and nothing was cut off


@pytest.mark.slow
def test_two_people_at_one_table(table_server: RunningServer, tmp_path: Path) -> None:
    host = (table_server.url, "--name", "Ann", "--game", "goathead", "--invite", *QUICK)
    with Client(tmp_path / "ann", *host) as ann:
        address = table_of(ann, table_server)
        ann.wait_for("You are the host")
        with Client(tmp_path / "bea", address, "--name", "Bea") as bea:
            bea.wait_for("seat 1: Bea (you)")
            ann.wait_for("Bea sits down on seat 1.")
            bea.say("start")
            bea.wait_for("Only the host of the table can do that. [host_only]")
            bea.say("sit 3")
            ann.wait_for("Bea sits down on seat 3.")
            for word, answer in [
                ("options sheepshead(players=3,hands=5)", "Sheepshead (sheepshead(players=3,hands=5))"),
                ("set takebacks on", "takebacks on"),
                ("bot 2 conventions", "A bot (conventions) takes seat 2."),
                ("lock", "The host lets nobody else sit down."),
            ]:
                ann.say(word)
                ann.wait_for(answer)
                bea.wait_for(answer)
            ann.say("start")
            both = [threading.Thread(target=client.play) for client in (ann, bea)]
            for each in both:
                each.start()
            for each in both:
                each.join(TIMEOUT)
            assert (ann.end(), bea.end()) == (0, 0)
    for own, text in (("Ann", ann.text), ("Bea", bea.text)):
        other = {"Ann": "Bea", "Bea": "Ann"}[own]
        assert f"{other} plays the " in text
        assert f"{own} plays the " not in text  # that is you
        assert "Traceback" not in text


def test_a_decision_is_taken_back_if_everybody_agrees(table_server: RunningServer, tmp_path: Path) -> None:
    host = (table_server.url, "--name", "Ann", "--game", "widderkopf", "--invite", *QUICK)
    with Client(tmp_path / "ann", *host) as ann:
        address = table_of(ann, table_server)
        with Client(tmp_path / "bea", address, "--name", "Bea") as bea:
            ann.wait_for("Bea sits down")
            ann.say("set takebacks on")
            bea.wait_for("takebacks on")
            ann.say("start")
            first, second = _who_is_asked(ann, bea)
            asked = first
            while asked is first:
                first.say(sensible(offered(first.lines[-1]) or []))
                asked, _ = _who_is_asked(first, second)
            second.say("hint")
            second.wait_for("Hints are for playing alone, or where the table has agreed on them. [no_hints]")
            for answer, effect in (("refuse", "The request is settled."), ("agree", "A decision was taken back")):
                first.say("undo")
                second.wait_for("asks to take back a decision.")
                second.say(answer)
                first.wait_for(effect)
            first.until(offered)
    assert "Traceback" not in ann.text + bea.text


def _who_is_asked(*clients: Client) -> tuple[Client, Client]:
    """Who is asked first, and the other."""
    for _ in range(200):
        for client, other in (clients, clients[::-1]):
            line = client.next(0.1)
            if line is not None and offered(line):
                return client, other
    raise AssertionError([client.text for client in clients])


def test_a_spectator_sees_the_table_and_no_hand(table_server: RunningServer, tmp_path: Path) -> None:
    with Client(tmp_path / "ann", table_server.url, "--name", "Ann", "--game", "sheepshead", *QUICK) as ann:
        choices = offered(ann.until(offered)) or []
        ann.say("who")
        address = table_of(ann, table_server)
        with Client(tmp_path / "eve", address, "--name", "Eve", "--watch") as eve:
            eve.wait_for("You are watching.")
            for word, answer in [
                ("hand", "You are watching."),
                ("table", "Ann: "),
                ("10c", "It is not your turn"),
                ("pause", "You are watching this table; only players can do that. [no_seat]"),
                ("chat hello from the gallery", "Eve: hello from the gallery"),
            ]:
                eve.say(word)
                eve.wait_for(answer)
            ann.wait_for("Eve: hello from the gallery")
            ann.say(sensible(choices))
            eve.until(lambda line: re.match(r"Ann (pass|play)", line))
            assert eve.end() == 0
        assert eve.lines[-1].strip().endswith(f"join {address} --watch")
        assert "Your hand" not in eve.text
        assert "You may" not in eve.text


def test_whoever_watches_is_told_that_they_see_the_table_later(table_server: RunningServer, tmp_path: Path) -> None:
    host = (table_server.url, "--name", "Ann", "--game", "goathead", "--invite", *QUICK)
    with Client(tmp_path / "ann", *host) as ann:
        address = table_of(ann, table_server)
        with Client(tmp_path / "fay", address, "--name", "Fay", "--watch") as fay:
            fay.wait_for("You are watching.")
            for value in ("-1", "601", "soon"):
                ann.say(f"set delay {value}")
                ann.wait_for(f"'delay' cannot be set to '{value}' here. [table_setting]")
            ann.say("set delay 2")
            ann.wait_for("delay 2")
            fay.wait_for("You see this table 2 seconds later than the players.")
            with Client(tmp_path / "eve", address, "--name", "Eve", "--watch") as eve:
                eve.wait_for("You see this table 2 seconds later than the players.")
                ann.say("start")
                choices = ann.until(offered)
                ann.say("set delay 0")
                ann.wait_for("That can be changed only before a match. [playing]")
                eve.say("chat hello from the gallery")
                ann.wait_for("Eve: hello from the gallery")
                ann.say(sensible(offered(choices) or []))
                for watching in (eve, fay):
                    watching.wait_for("Eve: hello from the gallery")
                    watching.until(lambda line: re.match(r"Ann (pass|play)", line))
                assert (eve.end(), fay.end()) == (0, 0)
    for text in (ann.text, eve.text, fay.text):
        assert "Traceback" not in text
    assert "later than the players" not in ann.text
    assert eve.text.count("later than the players") == 1


# -- the drawn table ---------------------------------------------------------------------------------------------------


def test_the_drawn_table_is_that_of_the_game_at_home(table_server: RunningServer, tmp_path: Path) -> None:
    arguments = ("join", table_server.url, "--name", "Ann", "--game", "sheepshead(players=3)", *QUICK)
    with Window(*arguments, cwd=tmp_path, size=(100, 32)) as screen:
        shown = plain(screen.wait_for("(? helps)", "> "))
        assert "Sheepshead · hand 1 of 12" in shown
        assert "trumps Q♣ Q♠ Q♥ Q♦ J♣ J♠ J♥ J♦ A♦" in shown
        screen.type("chat hello")
        screen.wait_for("Ann: hello", "(? helps)", "> ")
        screen.press(b"ha")  # a word that is begun, and what comes meanwhile does not spoil it
        screen.resize(80, 24)
        screen.wait_for("(? helps)", "> ha")
        screen.type("nd")
        screen.wait_for("Your hand. ")
        screen.type("why nonsense")
        screen.wait_for("[action_text]")
        screen.type("score")
        screen.wait_for("Sheepshead")
        screen.press(b"\x03")
        shown = plain(screen.wait_for("Your seat stays yours. To come back:", "/t/"))
        assert screen.end() == 130
        assert "Traceback" not in plain(screen.raw) + shown


# -- what cannot be joined ---------------------------------------------------------------------------------------------


class _Strange(BaseHTTPRequestHandler):
    """Something else that answers; with a version it says that it is a Sheepfold server of that one."""

    version: str | None = None

    def do_GET(self) -> None:  # the names are the library's
        self.send_response(200)
        if self.version is not None:
            self.send_header("sheepfold-protocol", self.version)
        self.end_headers()
        self.wfile.write(b"<h1>It works!</h1>")

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def strange() -> Iterator[Callable[..., str]]:
    """Start something that is no Sheepfold server of ours; its address."""
    servers: list[HTTPServer] = []

    def start(version: str | None = None, context: ssl.SSLContext | None = None) -> str:
        server = HTTPServer(("127.0.0.1", 0), type("Answer", (_Strange,), {"version": version}))
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"{'http' if context is None else 'https'}://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    "url, code",
    [
        ("http://no-such-host.invalid", "no_host"),
        ("http://127.0.0.1:9", "no_server"),
        ("ftp://127.0.0.1", "bad_address"),
        ("http://", "bad_address"),
        ("http://127.0.0.1:99999", "bad_address"),
        ("http://127.0.0.1/some/../page?x", "bad_address"),
    ],
)
def test_an_address_that_leads_nowhere(url: str, code: str) -> None:
    refused("join", url, "--name", "Ann", "--plain", code=code)


def test_something_else_answers(strange: Callable[..., str], tmp_path: Path) -> None:
    refused("join", strange(), code="not_sheepfold")
    refused("join", strange("1"), code="not_sheepfold")
    line = refused("join", strange("7"), code="other_protocol")
    assert "speaks version 7 of the protocol, this program version 1" in line
    refused("join", strange().replace("http:", "https:"), code="no_tls")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    refused("join", strange(context=context), code="bad_certificate")


def test_a_table_that_cannot_be_joined(table_server: RunningServer, tmp_path: Path) -> None:
    url = table_server.url
    refused("join", f"{url}/t/nosuchtabl", "--name", "Eve", code="no_table")
    refused("join", url, "--name", "x" * 21, code="players")
    refused("join", url, "--name", "Eve", "--game", "poker", code="unknown_game")
    refused("join", url, "--name", "Eve", "--game", "grim", "--level", "wizard", code="unknown_bot")
    refused("join", url, "--name", "Eve", code="no_table_chosen")
    refused("join", f"{url}/t/nosuchtabl", "--game", "grim", code="usage")
    refused("join", url, "--public", code="usage")
    with Client(tmp_path / "ann", url, "--name", "Ann", "--game", "widderkopf", "--invite") as ann:
        address = table_of(ann, table_server)
        line = refused("join", address, "--name", "Ann", code="name_at_table")
        assert "Somebody here is called Ann already" in line
        ann.say("lock")
        ann.wait_for("The host lets nobody else sit down.")
        refused("join", address, "--name", "Eve", code="locked")
        ann.say("unlock")
        ann.wait_for("Others can sit down again.")
        with Client(tmp_path / "bea", address, "--name", "Bea") as bea:
            ann.wait_for("Bea sits down")
            refused("join", address, "--name", "Eve", code="table_full")
            assert ann.end() == bea.end() == 0


def test_a_damaged_file_of_tokens_is_told(table_server: RunningServer, home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "servers.json").write_text("{")
    refused("join", table_server.url, code="damaged_tokens")
