"""A record's class body is its types and its memory layout, and both forms of it hold the same numbers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, cast

import numpy as np
import pytest

from stammtisch.kernel.record import Record, Row, Rows, Words


class Sample(Record):
    """One field of each kind, in an order that is not that of the alphabet."""

    CARDS: ClassVar[int] = 13  # no field

    phase: int
    hand: Annotated[Row, 3]
    board: Annotated[Rows, 2, 4]
    bonus: Annotated[int, "a mark"] = 5  # a default is for those who ask for it; a blank record holds 0


NUMBERS: Final = [7, 10, 11, 12, 20, 21, 22, 23, 30, 31, 32, 33, -(1 << 63)]


def filled() -> Sample:
    sample = Sample()
    sample.phase = 7
    for index in range(3):
        sample.hand[index] = 10 + index
    for row in range(2):
        for column in range(4):
            sample.board[row][column] = 20 + 10 * row + column
    sample.bonus = -(1 << 63)
    return sample


def as_record(words: Words) -> Any:
    """Return the form that compiled rules see, for what a plain record has no attribute for."""
    return Sample.over(words)


def test_the_class_body_gives_the_layout() -> None:
    assert dict(Sample.shapes) == {"phase": (), "hand": (3,), "board": (2, 4), "bonus": ()}
    assert list(Sample.shapes) == ["phase", "hand", "board", "bonus"]
    assert Sample.length == 1 + 3 + 8 + 1


def test_the_layout_is_signed_64_bit_numbers_without_gaps() -> None:
    offsets = {name: cast(Any, Sample.dtype.fields)[name][1] for name in Sample.shapes}

    assert Sample.dtype.itemsize == Sample.length * 8
    assert Sample.dtype.isalignedstruct
    assert offsets == {"phase": 0, "hand": 8, "board": 32, "bonus": 96}
    assert {Sample.dtype[name].base for name in Sample.shapes} == {np.dtype(np.int64)}


def test_marks_that_are_no_lengths_are_kept_for_others() -> None:
    assert dict(Sample.marks) == {"phase": (), "hand": (), "board": (), "bonus": ("a mark",)}


def test_a_subclass_goes_on_where_its_parent_ends() -> None:
    class Longer(Sample):
        extra: int

    assert list(Longer.shapes) == ["phase", "hand", "board", "bonus", "extra"]
    assert Sample.length == 13


def test_a_new_record_is_blank_whatever_its_defaults() -> None:
    assert Sample().words() == [0] * Sample.length
    assert Sample.bonus == 5


def test_words_come_in_the_order_of_the_class_body() -> None:
    assert filled().words() == NUMBERS


def test_a_plain_record_holds_plain_numbers_and_lists() -> None:
    sample = Sample.of(np.array(NUMBERS))
    parts: tuple[object, ...] = (sample.phase, sample.hand, sample.board, sample.board[1])

    assert [type(part) for part in parts] == [int, list, list, list]
    assert {type(word) for word in sample.words()} == {int}


def test_both_forms_have_the_same_attributes() -> None:
    words = np.array(NUMBERS, np.int64)
    plain, record = Sample.of(words), Sample.over(words)

    assert plain.phase == record.phase
    assert plain.bonus == record.bonus
    assert all(plain.hand[index] == record.hand[index] for index in range(len(record.hand)))
    assert all(plain.board[row][place] == record.board[row][place] for row in range(2) for place in range(4))
    assert (len(record.hand), len(record.board), len(record.board[0])) == (3, 2, 4)


def test_both_forms_have_the_same_bytes() -> None:
    plain = filled()
    words = np.array(plain.words(), np.int64)

    assert words.tolist() == NUMBERS
    assert plain.tobytes() == words.tobytes() == as_record(words).tobytes()
    assert Sample.of(words).tobytes() == words.tobytes()


def test_what_is_written_to_a_record_is_written_to_its_words() -> None:
    words = np.zeros(Sample.length, np.int64)
    record = Sample.over(words)
    record.phase = 7
    record.hand[2] = 12
    record.board[1][3] = 33

    assert words.tolist() == [7, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 33, 0]


def test_what_is_written_to_words_is_written_to_their_record() -> None:
    words = np.zeros(Sample.length, np.int64)
    record = Sample.over(words)
    words[3] = 12

    assert record.hand[2] == 12


def test_a_copy_is_another_record_with_the_same_numbers() -> None:
    sample = filled()
    copy = sample.copy()
    copy.phase += 1
    copy.hand[0] += 1
    copy.board[1][3] += 1

    assert sample.words() == NUMBERS
    assert copy.words() == [8, 11, *NUMBERS[2:11], 34, NUMBERS[12]]
    assert type(copy) is Sample


def test_records_are_equal_when_their_numbers_are() -> None:
    other = filled()
    other.board[1][0] = 99

    assert filled() == filled()
    assert filled() != other


def test_records_of_different_classes_are_never_equal() -> None:
    class Twin(Sample):
        pass

    assert Twin.of(NUMBERS) != Sample.of(NUMBERS)
    assert Sample.of(NUMBERS) != NUMBERS


def test_records_change_so_they_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(filled())


def test_a_record_shows_its_fields() -> None:
    shown = "Sample(phase=0, hand=[0, 0, 0], board=[[0, 0, 0, 0], [0, 0, 0, 0]], bonus=0)"

    assert repr(Sample()) == shown


@pytest.mark.parametrize("length", [0, 12, 14])
def test_a_record_refuses_more_or_fewer_words_than_it_has(length: int) -> None:
    with pytest.raises(ValueError, match=rf"^Sample was given {length} words; it has 13$"):
        Sample.of(range(length))


TAKEN: Final = sorted(name for name in {*dir(np.record), *dir(Record)} if not name.startswith("_"))


@pytest.mark.parametrize("name", sorted({*TAKEN, "shapes", "marks", "dtype", "length"}))
def test_a_field_may_not_have_a_name_that_records_use_themselves(name: str) -> None:
    with pytest.raises(TypeError, match=rf"^Bad\.{name} is a name that records use themselves; choose another$"):
        type("Bad", (Record,), {"__annotations__": {name: int}})


def test_the_names_that_tempt_most_are_among_those_refused() -> None:
    assert {"round", "copy", "item", "take", "words", "view", "size", "all", "of", "over"} <= set(TAKEN)


HINTS: Final = [float, bool, str, list[int], Row, Rows, Annotated[Row, "4"], Annotated[Row, 2, 3], Annotated[Rows, 2]]


@pytest.mark.parametrize("hint", [*HINTS, Annotated[int, 4]], ids=repr)
def test_a_field_may_not_be_anything_but_numbers_of_a_fixed_count(hint: Any) -> None:
    with pytest.raises(TypeError) as refusal:
        type("Bad", (Record,), {"__annotations__": {"field": hint}})

    assert str(refusal.value) == (f"Bad.field is {hint!r}; it may be int, Annotated[Row, n] or Annotated[Rows, n, m]")
