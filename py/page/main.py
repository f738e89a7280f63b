"""The page: shows what the table answers, tells it what the player does, stores what it says. It knows no rules."""

import asyncio

import listen
from js import document
from screen import Screen
from store import Store
from switchboard import Switchboard

board = Switchboard(Screen(), Store())
listen.start(board)
document.body.dataset.page = "ready"
asyncio.create_task(board.open())
