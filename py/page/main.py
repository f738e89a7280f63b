"""The page: shows what the table answers, tells it what the player does, stores what it says. It knows no rules."""

import asyncio
import io
import sys

import listen
from js import document, window
from screen import Screen
from store import Store
from switchboard import Switchboard


def on_fault(loop, context):
    """A fault of the page's own: the player is told, and finds the details."""
    text = io.StringIO()
    sys.print_exception(context["exception"], text)
    print(text.getvalue())
    window.shell.trouble("fault", text.getvalue(), False)


asyncio.get_event_loop().set_exception_handler(on_fault)
board = Switchboard(Screen(), Store())
listen.start(board)
document.body.dataset.page = "ready"
asyncio.create_task(board.open())
