"""What comes in while a table is on the screen: messages from the server, and lines that the person types.

Both come whenever they like, so each is read in a thread of its own and waits in one inbox. A line that was typed is
never lost, whatever arrives meanwhile.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from typing import Any

from msgspec import Struct

from sheepfold.cli.faces import at_keyboard, line_editor, read_line

if sys.platform != "win32":
    import termios


class Typed(Struct, frozen=True):
    """A line of the person; ``None`` at the end of the input."""

    text: str | None


class Inbox:
    """Messages and lines that wait; lines come first, for they answer what was on the screen."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._messages: deque[dict[str, Any]] = deque()
        self._lines: deque[Typed] = deque()

    def deliver(self, message: dict[str, Any]) -> None:
        """A message has come."""
        with self._changed:
            self._messages.append(message)
            self._changed.notify_all()

    def typed(self, line: Typed) -> None:
        """A line has been typed."""
        with self._changed:
            self._lines.append(line)
            self._changed.notify_all()

    def take(self) -> Typed | dict[str, Any]:
        """Whatever comes next."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._messages)
            return self._lines.popleft() if self._lines else self._messages.popleft()

    def wait_for_message(self, seconds: float) -> None:
        """Wait for a message that should come at once."""
        with self._changed:
            self._changed.wait_for(lambda: self._messages, seconds)

    def take_now(self) -> dict[str, Any] | None:
        """A message that waits already, unless the person has typed something."""
        with self._changed:
            return self._messages.popleft() if self._messages and not self._lines else None

    def rest(self, seconds: float | None) -> None:
        """Let the person look for so long, or until they press Enter; a line with something in it still waits."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines, seconds)
            if self._lines and self._lines[0].text is not None and not self._lines[0].text.strip():
                self._lines.popleft()


class Keyboard(threading.Thread):
    """Reads one line after the other, each when it is asked for."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(daemon=True)
        self.at_keyboard = at_keyboard()
        self.listening = False
        """Whether a line is being waited for."""
        self.prompt = ""
        self._inbox = inbox
        self._ended = False
        self._wanted = threading.Event()
        self._editor = line_editor() if self.at_keyboard else None
        self._before = termios.tcgetattr(sys.stdin) if self.at_keyboard and sys.platform != "win32" else None

    def listen(self, prompt: str) -> None:
        """Wait for a line, unless one is being waited for already."""
        if self.listening or self._ended:
            return
        self.listening, self.prompt = True, prompt
        if not self.is_alive():
            self.start()
        self._wanted.set()

    @property
    def begun(self) -> str:
        """What the person has typed of the line so far."""
        if not self.listening or self._editor is None:
            return ""
        return str(self._editor.get_line_buffer())

    def run(self) -> None:
        """Read lines until the input ends."""
        text: str | None = ""
        while text is not None:
            self._wanted.wait()
            self._wanted.clear()
            try:
                text = read_line(self.prompt)
            except (EOFError, OSError, ValueError):
                text = None
            self.listening, self._ended = False, text is None
            self._inbox.typed(Typed(text))

    def release(self) -> None:
        """Leave the terminal as it was, for a line may still be waited for."""
        if self._before is not None and self.listening:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)
            sys.stdout.write("\x1b[?2004l\r")  # the line editor has told the terminal to mark what is pasted
            sys.stdout.flush()
