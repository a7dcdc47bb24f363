"""The group against published values, an independent implementation, and everything it must refuse."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto import group
from protocol.crypto.costs import tally
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    IdentityError,
    InvalidElementError,
    InvalidScalarError,
    combine,
    multiply_base_secret,
    multiply_public,
    multiply_secret,
    negate,
    public_sum,
    scalar_from_bytes,
    scalar_to_bytes,
    secret_sum,
    vanishes,
    wide_scalar,
)
from protocol.errors import LocalError
from tests.crypto import curve
from tests.crypto.setting import card, cards

# multiples of G as published with the curve's test vectors: scalar, x, y is even
PUBLISHED = [
    (1, "79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798", True),
    (2, "C6047F9441ED7D6D3045406E95C07CD85C778E4B8CEF3CA7ABAC09B95C709EE5", True),
    (3, "F9308A019258C31049344F85F89D5229B531C845836F99B08601F113BCE036F9", True),
    (5, "2F8BDE4D1A07209355B4A7250A5C5128E88B84BDDC619AB7CBA8D569B240EFE4", True),
    (20, "4CE119C96E2FA357200B559B2F7DD5A5F02D5290AFF74B03F3E471B273211C97", True),
    (112233445566778899, "A90CC3D3F3E146DAADFC74CA1372207CB4B725AE708CEF713A98EDD73D99EF29", True),
    (ORDER - 1, "79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798", False),
    (ORDER - 2, "C6047F9441ED7D6D3045406E95C07CD85C778E4B8CEF3CA7ABAC09B95C709EE5", False),
]
scalars = st.integers(1, ORDER - 1)
any_integer = st.integers(-(2**300), 2**300)


@pytest.mark.parametrize(("scalar", "x", "even"), PUBLISHED)
def test_published_multiples_of_the_generator(scalar: int, x: str, even: bool) -> None:
    expected = bytes([2 if even else 3]) + bytes.fromhex(x)
    assert multiply_base_secret(scalar).to_bytes() == expected
    assert multiply_secret(scalar, G).to_bytes() == expected
    assert multiply_public(scalar, G).to_bytes() == expected


def test_constants() -> None:
    assert ORDER == curve.Q
    assert G.to_bytes() == curve.encode(curve.GENERATOR)


@given(scalars, scalars)
def test_products_agree_with_integer_arithmetic(k: int, base: int) -> None:
    element = multiply_base_secret(base)
    expected = curve.encode(curve.multiply(k * base, curve.GENERATOR))
    assert multiply_secret(k, element).to_bytes() == expected
    assert multiply_public(k, element).to_bytes() == expected
    assert multiply_base_secret(k * base % ORDER).to_bytes() == expected


@given(st.lists(st.tuples(any_integer, st.integers(0, 3)), min_size=1, max_size=6))
def test_public_sums_agree_with_integer_arithmetic(terms: list[tuple[int, int]]) -> None:
    expected = curve.weighted_sum([(k, curve.decode(card(i).to_bytes())) for k, i in terms])
    elements = [(k, card(i)) for k, i in terms]
    assert vanishes(elements) == (expected is None)
    if expected is None:
        with pytest.raises(IdentityError):
            public_sum(elements)
    else:
        assert public_sum(elements).to_bytes() == curve.encode(expected)


@given(st.lists(st.tuples(st.integers(0, ORDER - 1), st.integers(0, 3)), min_size=1, max_size=6))
def test_secret_sums_agree_with_integer_arithmetic(terms: list[tuple[int, int]]) -> None:
    expected = curve.weighted_sum([(k, curve.decode(card(i).to_bytes())) for k, i in terms])
    elements = [(k, card(i)) for k, i in terms]
    if expected is None:
        with pytest.raises(IdentityError):
            secret_sum(elements)
    else:
        assert secret_sum(elements).to_bytes() == curve.encode(expected)


def test_negate_and_combine() -> None:
    a, b = cards(2)
    assert combine([a, b, negate(a)]) == b
    assert negate(negate(a)) == a
    assert combine([a]) == a
    with pytest.raises(IdentityError):
        combine([a, negate(a)])
    with pytest.raises(IdentityError):
        combine([])
    with pytest.raises(IdentityError):
        secret_sum([])


def test_the_sum_may_pass_through_the_identity() -> None:
    a, b = cards(2)
    assert combine([a, negate(a), b]) == b


@pytest.mark.parametrize("scalar", [0, ORDER, ORDER + 1, -1, 2**256])
def test_multiplying_refuses_scalars_outside_the_range(scalar: int) -> None:
    for multiply in (multiply_secret, multiply_public):
        with pytest.raises(LocalError):
            multiply(scalar, G)
    with pytest.raises(LocalError):
        multiply_base_secret(scalar)


@pytest.mark.parametrize("scalar", [-1, ORDER])
def test_secret_sums_refuse_unreduced_scalars(scalar: int) -> None:
    with pytest.raises(LocalError):
        secret_sum([(1, G), (scalar, card(0))])


# --- the vanishing test ---


def test_vanishing_sums() -> None:
    a, b = cards(2)
    assert vanishes([(1, a), (1, b), (-1, combine([a, b]))])
    assert vanishes([(0, a)])
    assert vanishes([(ORDER, a), (3, b), (-3, b)])


def test_sums_that_do_not_vanish() -> None:
    a, b = cards(2)
    assert not vanishes([(1, a)])
    assert not vanishes([(1, a), (1, b)])
    assert not vanishes([(1, G)])
    assert not vanishes(
        [(-1, G)]
    )  # with the added G this is the identity: combine fails, and that is no proof
    assert not vanishes([(-2, G)])


def test_a_sum_of_nothing_is_no_proof() -> None:
    with pytest.raises(LocalError):
        vanishes([])
    with pytest.raises(LocalError):
        public_sum([])


def test_equal_points_are_merged_by_value() -> None:
    a = card(0)
    twin = Element.from_bytes(a.to_bytes())
    assert twin is not a
    with tally() as counted:
        assert vanishes([(1, a), (1, twin), (-2, multiply_secret(1, a))])
    assert counted.multiplications == 1  # multiply_secret; the sum merged to nothing


def test_a_failed_multiplication_is_never_a_sum_that_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __getattr__(self, name: str) -> object:
            return lambda *_: 0

    a = card(0)
    monkeypatch.setattr(group, "_lib", Failing())
    with pytest.raises(LocalError):
        vanishes([(1, a), (2, G)])
    with pytest.raises(LocalError):
        multiply_secret(2, a)
    with pytest.raises(LocalError):
        multiply_public(2, a)
    with pytest.raises(LocalError):
        multiply_base_secret(2)
    with pytest.raises(LocalError):
        negate(a)
    with pytest.raises(LocalError):
        Element(a.point).to_bytes()
    with pytest.raises(IdentityError):
        combine([a, a])


def test_an_addition_that_fails_is_never_a_sum_that_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """combine answers 0 for the identity, for an empty list, and for what it cannot read."""
    real = group._lib

    class CannotAdd:
        def __getattr__(self, name: str) -> object:
            return (lambda *_: 0) if name == "secp256k1_ec_pubkey_combine" else getattr(real, name)

    monkeypatch.setattr(group, "_lib", CannotAdd())
    assert not vanishes([(2, card(0))])
    assert not vanishes([(1, card(0)), (-1, card(0))])


def test_a_product_the_library_cannot_read_back_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    real = group._lib

    class Forgetful:
        def __getattr__(self, name: str) -> object:
            return (lambda *_: 0) if name == "secp256k1_ec_pubkey_parse" else getattr(real, name)

    a = card(0)
    monkeypatch.setattr(group, "_lib", Forgetful())
    with pytest.raises(LocalError):
        multiply_secret(2, a)


# --- encodings ---


def test_elements_are_values() -> None:
    a = card(0)
    twin = Element.from_bytes(bytes(bytearray(a.to_bytes())))
    assert a == twin
    assert hash(a) == hash(twin)
    assert len({a, twin, card(1)}) == 2
    assert a != card(1)
    assert a != a.to_bytes()
    assert repr(a) == f"Element({a.to_bytes().hex()})"


def test_computed_and_decoded_elements_are_equal() -> None:
    assert multiply_base_secret(7) == Element.from_bytes(multiply_secret(7, G).to_bytes())


x_of_g, y_of_g = (coordinate.to_bytes(32, "big") for coordinate in curve.GENERATOR)
not_on_curve = next(x for x in range(1, 100) if curve.lift(x) is None)

BAD_ELEMENTS = {
    "empty": b"",
    "short": G.to_bytes()[:-1],
    "long": G.to_bytes() + b"\x00",
    "uncompressed": b"\x04" + x_of_g + y_of_g,
    "hybrid": b"\x06" + x_of_g + y_of_g,
    "hybrid odd": b"\x07" + x_of_g + y_of_g,
    "prefix 4 with 33 bytes": b"\x04" + x_of_g,
    "prefix 0": b"\x00" + x_of_g,
    "prefix 1": b"\x01" + x_of_g,
    "prefix 5": b"\x05" + x_of_g,
    "prefix 6 with 33 bytes": b"\x06" + x_of_g,
    "identity of SEC 1": b"\x00",
    "all zero": bytes(33),
    "x = 0": b"\x02" + bytes(32),
    "x not on the curve": b"\x02" + not_on_curve.to_bytes(32, "big"),
    "x = p": b"\x02" + curve.P.to_bytes(32, "big"),
    "x = p + 1": b"\x02"
    + (curve.P + 1).to_bytes(32, "big"),  # x = 1 is on the curve: a second encoding of it
    "x = 2^256 - 1": b"\x02" + b"\xff" * 32,
}


@pytest.mark.parametrize("data", BAD_ELEMENTS.values(), ids=BAD_ELEMENTS.keys())
def test_other_encodings_of_elements_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidElementError):
        Element.from_bytes(data)


def test_x_of_one_is_on_the_curve_so_that_its_second_encoding_would_matter() -> None:
    assert Element.from_bytes(b"\x02" + (1).to_bytes(32, "big")).to_bytes()[-1] == 1


@given(st.integers(0, ORDER - 1))
def test_scalars_round_trip(scalar: int) -> None:
    assert scalar_from_bytes(scalar_to_bytes(scalar)) == scalar


@pytest.mark.parametrize("data", [ORDER.to_bytes(32, "big"), b"\xff" * 32, b"", b"\x01", bytes(33)])
def test_scalars_are_refused_not_reduced(data: bytes) -> None:
    with pytest.raises(InvalidScalarError):
        scalar_from_bytes(data)


@pytest.mark.parametrize("scalar", [-1, ORDER])
def test_only_reduced_scalars_are_encoded(scalar: int) -> None:
    with pytest.raises(LocalError):
        scalar_to_bytes(scalar)


def test_wide_scalars_are_never_zero() -> None:
    assert wide_scalar(bytes(64)) == 1
    assert wide_scalar((ORDER - 2).to_bytes(64, "big")) == ORDER - 1
    assert wide_scalar((ORDER - 1).to_bytes(64, "big")) == 1
    with pytest.raises(LocalError):
        wide_scalar(bytes(32))


# --- counting, threads ---


def test_tallies_nest_and_end() -> None:
    with tally() as outer:
        multiply_base_secret(2)
        with tally() as inner:
            multiply_secret(2, G)
            multiply_public(2, G)
            secret_sum([(1, G), (2, card(0)), (0, card(1))])
        vanishes([(2, G), (3, card(0))])
    multiply_base_secret(2)
    assert inner.multiplications == 4
    assert outer.multiplications == 7


def test_threads_do_not_disturb_each_other() -> None:
    jobs = [(k, card(k % 5)) for k in range(2, 200)]
    expected = [multiply_secret(k, element) for k, element in jobs]
    fresh = [(k, Element.from_bytes(element.to_bytes())) for k, element in jobs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda job: multiply_secret(*job), fresh)) == expected
        assert list(pool.map(lambda job: multiply_public(*job), fresh)) == expected
