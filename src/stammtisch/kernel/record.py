"""Fixed-size values whose class body is types and memory layout at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Protocol, Self, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.int64]


class Row(Protocol):
    """A field that holds several numbers, used by index only; declared `Annotated[Row, 4]`."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Rows(Protocol):
    """A field that holds several rows, used as `a[i][j]`; declared `Annotated[Rows, 4, 13]`."""

    def __getitem__(self, index: int, /) -> Row: ...
    def __len__(self) -> int: ...


class Record:
    """A fixed number of signed 64-bit integers with names.

    A subclass declares its fields as annotations: `phase: int`, `hand: Annotated[Row, 6]`. Its instances are
    plain objects (integers and lists), the fast form for interpreted rules. `over` gives the other form, a NumPy
    record that shares memory with an array of words: what compiled rules see. Both have the same attributes,
    and the same words in the same order.
    """

    shapes: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({})
    marks: ClassVar[Mapping[str, tuple[object, ...]]] = MappingProxyType({})
    dtype: ClassVar[np.dtype[Any]]
    length: ClassVar[int]  # in words

    def __init_subclass__(cls) -> None:
        hints = {
            name: hint
            for name, hint in get_type_hints(cls, include_extras=True).items()
            if get_origin(hint) is not ClassVar
        }
        fields = {name: _field(cls, name, hint) for name, hint in hints.items()}
        cls.shapes = MappingProxyType({name: shape for name, (shape, _) in fields.items()})
        cls.marks = MappingProxyType({name: marks for name, (_, marks) in fields.items()})
        cls.dtype = np.dtype([(name, np.int64, shape) for name, shape in cls.shapes.items()], align=True)
        cls.length = sum(prod(shape) for shape in cls.shapes.values())

    def __init__(self) -> None:
        for name, shape in self.shapes.items():
            setattr(self, name, _zeros(shape))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.words() == cast(Self, other).words()

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shapes)
        return f"{type(self).__name__}({fields})"

    def words(self) -> list[int]:
        """Return every number of the record, in the order of the class body."""
        return [int(word) for name in self.shapes for word in flat(getattr(self, name))]

    def tobytes(self) -> bytes:
        """Return the record as bytes: the same as the bytes of the words that compiled rules see."""
        return np.array(self.words(), np.int64).tobytes()

    def copy(self) -> Self:
        """Return another record with the same numbers."""
        twin = type(self).__new__(type(self))
        for name, shape in self.shapes.items():
            value = getattr(self, name)
            if len(shape) == 1:
                value = value[:]
            elif shape:
                value = [row[:] for row in value]
            setattr(twin, name, value)
        return twin

    @classmethod
    def of(cls, words: Iterable[int]) -> Self:
        """Return a plain record with these numbers.

        Raises:
            ValueError: There are more or fewer numbers than the record holds.
        """
        numbers = [int(word) for word in words]
        if len(numbers) != cls.length:
            raise ValueError(f"{cls.__name__} was given {len(numbers)} words; it has {cls.length}")
        record = cls.__new__(cls)
        begin = 0
        for name, shape in cls.shapes.items():
            end = begin + prod(shape)
            setattr(record, name, _shaped(numbers[begin:end], shape))
            begin = end
        return record

    @classmethod
    def over(cls, words: Words) -> Self:
        """Return the NumPy record that shares memory with `words`: writing to one writes to the other."""
        return cast(Self, words.view(cls.dtype).view(np.recarray)[0])


# NumPy's records answer to these names themselves, so a field of that name would be out of reach there.
_TAKEN = frozenset(dir(np.record)) | frozenset(dir(Record)) | frozenset(Record.__annotations__)


def _field(cls: type[Record], name: str, hint: Any) -> tuple[tuple[int, ...], tuple[object, ...]]:
    """Return the shape of a field and its other marks."""
    if name in _TAKEN:
        raise TypeError(f"{cls.__name__}.{name} is a name that records use themselves; choose another")
    base, extras = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    shape = tuple(extra for extra in extras if isinstance(extra, int))
    wanted = {int: 0, Row: 1, Rows: 2}
    if base not in wanted or len(shape) != wanted[base]:
        raise TypeError(f"{cls.__name__}.{name} is {hint!r}; it may be int, Annotated[Row, n] or Annotated[Rows, n, m]")
    return shape, tuple(extra for extra in extras if not isinstance(extra, int))


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _shaped(numbers: list[int], shape: tuple[int, ...]) -> Any:
    """Return a number, a row or rows; bots get a record at every decision, so it is done in slices."""
    if len(shape) == 1:
        return numbers
    if not shape:
        return numbers[0]
    width = shape[1]
    return [numbers[begin : begin + width] for begin in range(0, len(numbers), width)]


def flat(value: Any) -> Iterator[int]:
    """Yield the numbers of a field, which may be one, a row or rows."""
    if isinstance(value, list):
        for part in value:
            yield from flat(part)
    else:
        yield value
