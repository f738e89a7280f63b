"""Search over whole turns: alpha-beta for two sides, PUCT for three players. Both keep their tree, so that nothing
is generated twice, and run as generators, so that they can be interrupted anywhere without changing their result.
"""

import math
from collections.abc import Generator, Sequence
from typing import NamedTuple

from rosecrown.games.siam import fast
from rosecrown.games.siam.candidates import Breadth, Finder, Play
from rosecrown.games.siam.endgame import OutOfNodes, Solver
from rosecrown.games.siam.evaluate import Evaluator
from rosecrown.games.siam.fast import Fast, Map

Steps = Generator[None, None, None]


class Node:
    """A position of the tree. `values`: chance to win by seat, as far as known; `exact`: they will not change."""

    __slots__ = ("children", "exact", "values", "state", "total", "visits", "prior", "play", "worth")

    def __init__(self, state: Fast, values: tuple[float, ...], play: Play | None = None) -> None:
        self.state = state
        self.values = values
        self.play = play
        """The turn that led here; None for a pass."""
        self.exact = fast.over(state)
        self.children: list[Node] | None = None
        self.visits = 0
        self.total = [0.0] * len(values)
        self.prior = 1.0
        self.worth = 0.0
        """For the seat that moved here, from the latest search."""


class Limits(NamedTuple):
    """What bounds a search; nodes are positions whose plays were generated."""

    nodes: int
    breadth: Breadth
    solve: int = 2
    """Within the tree positions with so many cards left are solved, if few provinces are open."""
    effort: int = 400
    """Solver's nodes for one of them."""
    explore: float = 1.5
    heat: float = 0.08


class Tree:
    """What both searches share: nodes, and how they grow."""

    def __init__(self, land: Map, evaluator: Evaluator, root: Fast, limits: Limits) -> None:
        self.evaluator = evaluator
        self.finder = Finder(land, evaluator)
        self.limits = limits
        self.solver = Solver(land, evaluator, 0b101 if len(root.hands) == 4 else 1)
        self.root = Node(root, evaluator.values(root))
        self.nodes = 0

    def plant(self, plays: Sequence[Play], may_pass: bool) -> None:
        """Give the root its children: these turns, and the pass."""
        state = self.root.state
        turns: list[Play | None] = [*plays, None] if may_pass else [*plays]
        children = []
        for play in turns:
            after = fast.play(state, *play) if play else fast.pass_turn(state)
            children.append(Node(after, self.evaluator.values(after), play))
        children.sort(key=lambda child: -child.values[state.turn])
        self.root.children = children

    def grow(self, node: Node) -> Generator[None, None, list[Node]]:
        """The children of a node, best first for the seat to move; none if the node could be solved instead."""
        state = node.state
        self.nodes += 1
        left = fast.cards(state)
        if left <= 1:
            node.values = self.solver.last(state)
            node.exact = True
        elif left <= self.limits.solve and len(state.hands) != 3 and len(state.order) <= 3:
            yield from self._solve(node)
        found: list[Node] = []
        if not node.exact:
            turn = state.turn
            passed = fast.pass_turn(state)
            found.append(Node(passed, self.evaluator.values(passed)))
            for _, values, (kind, effect, take) in self.finder.plays(state, self.limits.breadth):
                found.append(Node(fast.play(state, kind, effect, take), values, (kind, effect, take)))
            found.sort(key=lambda child: -child.values[turn])
        node.children = found
        yield
        return found

    def _solve(self, node: Node) -> Steps:
        """Tries to make the node exact, within a bound on the work."""
        solver = self.solver
        solver.limit = solver.nodes + self.limits.effort
        try:
            value = yield from solver.solve(node.state)
        except OutOfNodes:
            return
        node.values = (value, 1 - value) * (len(node.values) // 2)
        node.exact = True


class AlphaBeta(Tree):
    """Iterative deepening for two sides: seat 0 and its partner against the others."""

    def __init__(self, land: Map, evaluator: Evaluator, root: Fast, limits: Limits) -> None:
        super().__init__(land, evaluator, root, limits)
        self.depth = 0

    def run(self) -> Steps:
        """Deepens until the nodes are spent or the tree is exact."""
        root = self.root
        children = root.children
        if not children:
            return
        turn = root.state.turn
        for child in children:
            child.worth = child.values[turn]
        quiet = 0
        while self.nodes < self.limits.nodes and quiet < 3:
            self.depth += 1
            before = self.nodes
            yield from self._iteration(children, turn)
            quiet = quiet + 1 if self.nodes == before else 0

    def _iteration(self, children: list[Node], turn: int) -> Steps:
        """One more ply. When the nodes run out, what was searched so far counts if its best is known."""
        best = -1.0
        for child in list(children):
            ours = turn % 2 == 0
            value = yield from self._search(child, self.depth, best if ours else 0.0, 1.0 if ours else 1 - best)
            if self.nodes >= self.limits.nodes:
                return
            worth = value if ours else 1 - value
            child.worth = worth
            if worth > best:
                best = worth
                children.remove(child)
                children.insert(0, child)

    def _search(self, node: Node, depth: int, low: float, high: float) -> Generator[None, None, float]:
        """The value for seat 0's side, fail-soft."""
        if node.exact or depth == 0:
            return node.values[0]
        children = node.children
        if children is None:
            if self.nodes >= self.limits.nodes:
                return node.values[0]
            children = yield from self.grow(node)
        if node.exact:
            return node.values[0]
        if node.state.turn % 2 == 0:
            best = -1.0
            for at, child in enumerate(children):
                value = yield from self._search(child, depth - 1, low, high)
                if value > best:
                    best, first = value, at
                    low = max(low, value)
                if low >= high:
                    break
        else:
            best = 2.0
            for at, child in enumerate(children):
                value = yield from self._search(child, depth - 1, low, high)
                if value < best:
                    best, first = value, at
                    high = min(high, value)
                if low >= high:
                    break
        if first:
            children.insert(0, children.pop(first))
        return best

    def ranked(self) -> list[tuple[float, Node]]:
        """The root's children with their worth for the seat to move, best first; worths behind it are bounds."""
        children = self.root.children or []
        top = children[0].worth if children else 0.0
        return [(min(child.worth, top), child) for child in children]


class Puct(Tree):
    """Tree search with a vector of values: every seat for itself, guided by the static values as priors."""

    def run(self) -> Steps:
        """Simulations until the nodes are spent."""
        while self.nodes < self.limits.nodes and not self.root.exact and self.root.visits < 4 * self.limits.nodes:
            yield from self._simulate()

    def _simulate(self) -> Steps:
        node = self.root
        path = [node]
        while node.children:
            node = self._select(node)
            path.append(node)
        if node.children is None and not node.exact:
            yield from self.grow(node)
        if node.children and not node.visits:
            self._priors(node, node.children)
        for passed in path:
            passed.visits += 1
            for seat, value in enumerate(node.values):
                passed.total[seat] += value

    def _priors(self, node: Node, children: list[Node]) -> None:
        if not children:
            return
        turn = node.state.turn
        top = children[0].values[turn]
        parts = [math.exp((child.values[turn] - top) / self.limits.heat) for child in children]
        scale = 1 / sum(parts)
        for child, part in zip(children, parts, strict=True):
            child.prior = part * scale

    def _select(self, node: Node) -> Node:
        turn = node.state.turn
        root = self.limits.explore * math.sqrt(node.visits)
        best, chosen = -1.0, node
        for child in node.children or []:
            mean = child.total[turn] / child.visits if child.visits else child.values[turn]
            score = mean + root * child.prior / (1 + child.visits)
            if score > best:
                best, chosen = score, child
        return chosen

    def ranked(self) -> list[tuple[float, Node]]:
        """The root's children, most visited first, with their mean value for the seat to move."""
        turn = self.root.state.turn
        children = sorted(self.root.children or [], key=lambda child: (-child.visits, -child.values[turn]))
        return [(c.total[turn] / c.visits if c.visits else c.values[turn], c) for c in children]
