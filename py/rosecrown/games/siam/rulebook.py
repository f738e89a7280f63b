"""The rules to read: our own texts in data/rules.<language>.html, with pictures drawn from positions."""

import re
from html import unescape
from importlib.resources import files

from rosecrown.games.siam.drawing import Marks, map_svg, picture
from rosecrown.games.siam.happenings import card_name
from rosecrown.games.siam.rules import Siam
from rosecrown.games.siam.state import CARD, DECK, EMPTY, State
from rosecrown.widgets.markup import Markup, h, trusted
from rosecrown.widgets.words import Words


def rules(game: Siam, words: Words) -> Markup:
    """The rules; `<figure data-figure="name" data-alt="what is seen">` gets its picture."""
    source = (files("rosecrown.games.siam") / "data" / f"rules.{words.language}.html").read_text("utf-8")

    def drawn(tag: re.Match[str]) -> str:
        return f"<figure>{_picture(game, words, tag[1], unescape(tag[2]))}"

    return trusted(re.sub(r'<figure data-figure="([a-z]+)" data-alt="([^"]*)">', drawn, source))


def _picture(game: Siam, words: Words, name: str, alt: str) -> Markup:
    if name == "cards":
        board = game.maps["siam"]
        cards = [
            h("span", picture(board, card), h("span", words(card_name(board, card)), class_="action-name"))
            for card in dict.fromkeys(DECK)
        ]
        return h("div", cards, class_="rules-cards", role="img", aria_label=alt)
    board = game.maps[name]
    state = State(
        map=name,
        memory=0,
        phase=CARD,
        seat=0,
        provinces=tuple(province.fixed for province in board.provinces),
        pool=EMPTY,
        order=tuple(range(8)),
        taken=(),
        kings=0,
        courts=(EMPTY, EMPTY),
        hands=(DECK, DECK),
        tops=(-1, -1),
        plays=(),
        passes=0,
        card=-1,
        swap=(),
        help=(),
    )
    # A picture is no control and may stand beside the table: no ids, no buttons, nothing to tap.
    svg = map_svg(words, board, state, Marks(), idle=True)
    plain = re.sub(r' (id|role|tabindex|data-[a-z]+|aria-[a-z]+)="[^"]*"| data-nav| clip-path="[^"]*"', "", svg)
    plain = re.sub(r'<g class="pool">.*?</g>', "", plain)
    return h("div", trusted(plain), class_="rules-map", role="img", aria_label=alt)
