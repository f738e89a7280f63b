"""The Rose King once more, slowly and otherwise: the board is a dictionary, a hand a list, and nothing is shared with
the rules of the project. It counts sequences of plies: decisions, forced passes, and every card that may be drawn."""

COMPASS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
FILES = "abcdefghi"


class Table:
    """A position that is played on in place and taken back by copies."""

    def __init__(self, line):
        """From the notation of the project, phases of a turn or a draw only."""
        board, crown, phase, heroes, hands, discard = line.split(" ")
        self.board = {}
        for number, rank in enumerate(board.split("/")):
            file = 0
            for letter in rank:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.board[file, 8 - number] = "red" if letter == "r" else "white"
                    file += 1
        self.crown = FILES.index(crown[0]), int(crown[1]) - 1
        self.side, _, drawing = phase.partition("-")
        self.drawing = drawing == "draw"
        self.heroes = {"red": int(heroes[0]), "white": int(heroes[1])}
        red, white = hands.split(":")
        self.hands = {"red": self.names(red), "white": self.names(white)}
        self.discard = self.names(discard)

    @staticmethod
    def names(text):
        return [] if text == "-" else text.split(",")

    def copy(self):
        other = object.__new__(Table)
        other.board, other.crown, other.side, other.drawing = dict(self.board), self.crown, self.side, self.drawing
        other.heroes, other.discard = dict(self.heroes), list(self.discard)
        other.hands = {side: list(hand) for side, hand in self.hands.items()}
        return other

    def unseen(self):
        everything = [way + number for way in ("N", "NE", "E", "SE", "S", "SW", "W", "NW") for number in "123"]
        known = self.hands["red"] + self.hands["white"] + self.discard
        return [card for card in everything if card not in known]

    def goal(self, card):
        """Where a card leads: one step in each of its letters, as often as its number says."""
        file, rank = self.crown
        for _ in range(int(card[-1])):
            for letter in card[:-1]:
                file, rank = file + COMPASS[letter][0], rank + COMPASS[letter][1]
        return (file, rank) if file in range(9) and rank in range(9) else None

    def actions(self, side):
        """What a side could do if it were its turn; no pass."""
        found = [("draw", "")] if len(self.hands[side]) < 5 else []
        for card in self.hands[side]:
            goal = self.goal(card)
            if goal is None or self.board.get(goal) == side:
                continue
            if goal not in self.board:
                found.append(("play", card))
            elif self.heroes[side] > 0:
                found.append(("hero", card))
        return found

    def ended(self):
        if self.drawing:
            return False
        return len(self.board) == 52 or not (self.actions("red") or self.actions("white"))

    def following(self):
        """The tables one ply on."""
        if self.ended():
            return
        other_side = "white" if self.side == "red" else "red"
        if self.drawing:
            for card in self.unseen():
                after = self.copy()
                after.hands[self.side].append(card)
                after.side, after.drawing = other_side, False
                yield after
            return
        for kind, card in self.actions(self.side) or [("pass", "")]:
            after = self.copy()
            if kind == "draw":
                after.drawing = True
                if not after.unseen():
                    after.discard = []
                yield after
                continue
            after.side = other_side
            if kind != "pass":
                after.crown = self.goal(card)
                after.board[after.crown] = self.side
                after.hands[self.side].remove(card)
                after.discard.append(card)
                if kind == "hero":
                    after.heroes[self.side] -= 1
            yield after

    def count(self, depth):
        """The number of sequences of exactly `depth` plies."""
        return 1 if depth == 0 else sum(after.count(depth - 1) for after in self.following())

    def flood(self, side):
        """The sizes of a side's regions, by flood fill over coordinates."""
        left, sizes = {square for square, owner in self.board.items() if owner == side}, []
        while left:
            todo, size = [left.pop()], 0
            while todo:
                file, rank = todo.pop()
                size += 1
                for east, north in COMPASS.values():
                    near = file + east, rank + north
                    if near in left:
                        left.remove(near)
                        todo.append(near)
            sizes.append(size)
        return sorted(sizes, reverse=True)

    def result(self):
        """(points, largest, stones) of both, and the winner: compared as K13 says."""
        red, white = (
            (sum(size * size for size in sizes), max(sizes, default=0), sum(sizes))
            for sizes in (self.flood("red"), self.flood("white"))
        )
        return red, white, "draw" if red == white else "red" if red > white else "white"
