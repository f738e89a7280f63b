"""A slow second opinion on the rules, written on its own: every combination of card, effect and take by trying all.

It knows nothing of the game's code. A position is a plain dictionary that `position` makes from readable parts, and
borders are read from the map's file. Where the game generates, this tries every way of moving single, numbered
followers and keeps what differs.
"""

import json
from itertools import permutations, product
from pathlib import Path

DATA = Path(__file__).parents[2] / "py/rosecrown/games/siam/data"
CARDS = ("maha", "khon", "1v1", "2v1", "yellow", "red", "blue")


def borders(name):
    """The borders of a packaged map as a set of pairs, both ways round."""
    found = json.loads((DATA / f"map-{name}.json").read_text())["borders"]
    return {(a, b) for a, b in found} | {(b, a) for a, b in found}


def homes(name):
    provinces = json.loads((DATA / f"map-{name}.json").read_text())["provinces"]
    colour = {"yellow": "yellow", "red": "red", "blue": "blue", "green": "blue"}
    return {colour[p["home"]]: p["id"] for p in provinces if p["home"]}


def position(map, land, pool, order, taken=(), kings=(), hand=(), before=None):
    """land: province to a list of colours; taken: province to its holder; before: (card, land before, land after)."""
    return {
        "map": map,
        "land": {p: sorted(c) for p, c in land.items()},
        "pool": sorted(pool),
        "order": list(order),
        "taken": dict(taken),
        "kings": set(kings),
        "hand": sorted(hand),
        "before": before,
    }


def is_open(pos, province):
    return province not in pos["taken"]


def freeze(land):
    return tuple(sorted((p, tuple(sorted(c))) for p, c in land.items()))


def difference(one, other):
    """What changed between two lands: province and colour to a number, zeros left out."""
    found = {}
    for p in one:
        for colour in ("yellow", "red", "blue"):
            gain = other[p].count(colour) - one[p].count(colour)
            if gain:
                found[p, colour] = gain
    return found


def moved(land, *steps):
    """The land after `steps` of (colour, from or None, to)."""
    new = {p: list(c) for p, c in land.items()}
    for colour, source, target in steps:
        if source:
            new[source].remove(colour)
        new[target].append(colour)
    return new


def effects(pos, card):
    """Each way to carry out a card, as (what is chosen, land, pool, order, kings) after it."""
    land, pool, order = pos["land"], pos["pool"], pos["order"]
    found = {}

    def keep(choice, new_land=land, new_pool=pool, new_order=order, kings=frozenset(pos["kings"])):
        found[choice] = (new_land, list(new_pool), list(new_order), set(kings))

    free = [p for p in land if is_open(pos, p)]
    if card == "maha":
        for a, b in permutations(free, 2):
            if a not in pos["kings"] and b not in pos["kings"]:
                swapped = [b if p == a else a if p == b else p for p in order]
                keep(("swap", frozenset((a, b)), a), new_order=swapped, kings=pos["kings"] | {a})
    elif card == "khon":
        colours = [c for c in ("yellow", "red", "blue") if c in pool]
        if colours:
            for places in product(free, repeat=len(colours)):
                left = list(pool)
                for c in colours:
                    left.remove(c)
                steps = [(c, None, p) for c, p in zip(colours, places, strict=True)]
                keep(("put", tuple(zip(colours, places, strict=True))), moved(land, *steps), left)
    elif card in ("1v1", "2v1"):
        _swaps(pos, card, free, keep)
    else:
        _placing(pos, card, free, keep)
    if not found:
        keep(("none",))
    return found


def _swaps(pos, card, free, keep):
    land = pos["land"]
    full, small = {}, {}
    for a, b in permutations(free, 2):
        near = (a, b) in borders(pos["map"])
        for x in range(len(land[a])):
            for y in range(len(land[b])):
                one = (land[a][x], a, b), (land[b][y], b, a)
                if card == "1v1":
                    full[frozenset(((a, land[a][x]), (b, land[b][y])))] = one
                elif near:
                    small[frozenset(((a, land[a][x]), (b, land[b][y])))] = one
                    for x2 in range(len(land[a])):
                        if x2 != x:
                            choice = (a, tuple(sorted((land[a][x], land[a][x2]))), b, land[b][y])
                            full[choice] = (*one, (land[a][x2], a, b))
    for choice, steps in (full or small).items():
        new = moved(land, *steps)
        if pos["before"] and pos["before"][0] == card:
            first = difference(pos["before"][1], pos["before"][2])
            second = difference(land, new)
            if first and second == {key: -gain for key, gain in first.items()}:
                continue
        keep(("trade", choice), new)


def _placing(pos, card, free, keep):
    colour = card
    home = homes(pos["map"])[colour]
    sources = [p for p, holder in pos["taken"].items() if holder == colour]
    if home not in pos["taken"]:
        sources.append(home)
    targets = [p for p in free if any((s, p) in borders(pos["map"]) for s in sources)]
    number = min(2, pos["pool"].count(colour))
    if number and targets:
        for places in product(targets, repeat=number):
            left = list(pos["pool"])
            for _ in places:
                left.remove(colour)
            keep(("put", tuple(sorted(places))), moved(pos["land"], *((colour, None, p) for p in places)), left)


def takes(pos, land):
    """The followers that can be taken: (province, colour), or None where there is nothing to take."""
    found = {(p, c) for p in land if is_open(pos, p) for c in land[p]}
    return found or {None}


def combinations_of(pos):
    """(card, number of effects, number of (effect, take) combinations) for each kind of card in the hand."""
    found = []
    for card in sorted(set(pos["hand"]), key=CARDS.index):
        ways = effects(pos, card)
        found.append((card, len(ways), sum(len(takes(pos, land)) for land, _, _, _ in ways.values())))
    return found


def successors(pos):
    """The different positions after card, effect and take, as comparable values."""
    found = set()
    for card in set(pos["hand"]):
        for land, pool, order, kings in effects(pos, card).values():
            for take in takes(pos, land):
                after = {p: list(c) for p, c in land.items()}
                if take:
                    after[take[0]].remove(take[1])
                found.add((card, freeze(after), tuple(sorted(pool)), tuple(order), frozenset(kings), take and take[1]))
    return found
