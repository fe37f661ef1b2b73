"""A second opinion on hands of Baldur Hold'em: slow, for dice of any number of sides, and by other means.

Wild dice are tried as every number; what dice make is told by how many pairs of them are alike.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

BY_PAIRS_ALIKE = {0: 1, 1: 2, 2: 3, 3: 4, 4: 6, 6: 7, 10: 8}
"""What ten pairs among five dice make, from a high roll (1) to five of a kind (8); a straight (5) isn't among them."""
NAMES = (
    "high_roll",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "four_of_a_kind",
    "five_of_a_kind",
)


def brute(own: Sequence[int], common: Sequence[int], sides: int = 20, *, natural: bool = False) -> tuple[int, ...]:
    """Return the worth of the best five dice: the place of its name from 1, then its tie-breakers.

    With `natural`, a straight that needs no wild dice is better than one to the same number that does.
    """
    return max(
        _worth(two, tuple(sorted(three)), sides, natural)
        for two in combinations(own, 2)
        for three in combinations(common, 3)
    )


@cache
def _worth(own: tuple[int, int], common: tuple[int, ...], sides: int, natural: bool) -> tuple[int, ...]:
    faces = (*own, *common)
    alike = sum(one == other for one, other in combinations(faces, 2))
    plain = (BY_PAIRS_ALIKE[alike], *sorted(faces, key=lambda face: (-faces.count(face), -face)))
    numbers = range(1, sides + 1)
    tried = product(*(numbers if face == sides else (face,) for face in own))
    runs = [(5, max(*wild, *common), natural and wild == own) for wild in tried if _is_run((*wild, *common))]
    return max([plain, *runs])


def _is_run(faces: Sequence[int]) -> bool:
    return len(set(faces)) == 5 and max(faces) - min(faces) == 4
