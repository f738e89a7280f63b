"""The page: shows what the table answers, tells it what the player does, stores what it says. It knows no rules."""

import asyncio
import io
import sys

from js import document, window


def on_fault(loop, context):
    """A fault of the page's own: the player is told, and finds the details."""
    text = io.StringIO()
    sys.print_exception(context["exception"], text)
    print(text.getvalue())
    window.shell.trouble("fault", text.getvalue(), False)


async def start():
    """Read the parts one at a time: in between, the browser paints, and starts the table's worker."""
    for part in ("keys", "screen", "store", "deeds", "switchboard", "listen"):
        await asyncio.sleep(0)
        __import__(part)
    from listen import listen
    from screen import Screen
    from store import Store
    from switchboard import Switchboard

    await asyncio.sleep(0)
    board = Switchboard(Screen(), Store())
    listen(board)
    document.body.dataset.page = "ready"
    await board.open()


asyncio.get_event_loop().set_exception_handler(on_fault)
asyncio.create_task(start())
