"""Whose address it is: read from the right end of what proxies say, and no further than they are trusted."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from stammtisch.web.http.network.client_address import TrustedProxies, read_address

NETWORKS = TrustedProxies([ip_network("10.0.0.0/8"), ip_network("2001:db8:9::/48"), ip_network("127.0.0.1")])


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("198.51.100.1,203.0.113.9,10.0.0.2,2001:db8:9::1", "203.0.113.9"),
        ("127.0.0.1, 203.0.113.9:4711, [2001:db8:9::1]:80", "203.0.113.9"),
        ("203.0.113.9, ::ffff:10.0.0.2", "203.0.113.9"),
        ("10.0.0.7, 10.0.0.2", "10.0.0.7"),  # a proxy asks for itself
        ("203.0.113.9, unknown", None),
        ("203.0.113.9, , 10.0.0.2", None),
        ("203.0.113.9, 10.0.0.999", None),
        ("", None),
    ],
)
def test_what_trusted_networks_say_is_read_from_the_right(forwarded: str, address: str | None) -> None:
    found = NETWORKS.client(forwarded)

    assert (str(found) if found else None) == address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),  # asked the second of them itself
        (1, "198.51.100.1, unknown", None),
    ],
)
def test_proxies_in_a_row_are_counted_from_the_right(proxies: int, forwarded: str, address: str | None) -> None:
    found = TrustedProxies(proxies).client(forwarded)

    assert (str(found) if found else None) == address


@pytest.mark.parametrize(
    ("proxies", "peer", "trusted"),
    [
        (TrustedProxies(), "127.0.0.1", True),
        (TrustedProxies(), "::1", True),
        (TrustedProxies(), "::ffff:127.0.0.1", True),
        (TrustedProxies(), "127.0.0.2", False),
        (TrustedProxies(), "10.0.0.2", False),
        (TrustedProxies(), None, False),
        (NETWORKS, "10.9.9.9", True),
        (NETWORKS, "::1", False),
        (TrustedProxies(0), "127.0.0.1", False),
        (TrustedProxies(1), "203.0.113.9", True),
    ],
)
def test_a_proxy_is_known_by_its_address_unless_it_is_counted(
    proxies: TrustedProxies, peer: str | None, trusted: object
) -> None:
    assert proxies.trusts(peer) == trusted


@pytest.mark.parametrize("text", [None, "", "nginx", "1", "1.2.3", "[", "[]", "[::1", "1.2.3.4:x", "1.2.3.4, 5.6.7.8"])
def test_what_is_no_address_is_none(text: str | None) -> None:
    assert read_address(text) is None
