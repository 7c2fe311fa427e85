"""The proxies on the page for hosts, run as they stand there: before a real server, with TLS, asked by strangers."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.ports import free_port
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.page import csrf_token_on
from tests.web.drivers.raw_bytes import UPGRADE
from tests.web.houses.process import serving

pytestmark = pytest.mark.deep

NAME = "tisch.example"
PAGE = (Path(__file__).parents[4] / "docs" / "hosting.md").read_text(encoding="utf-8")
EXAMPLES = [text for text in re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if NAME + " {" in text]
(SITE,) = re.findall(r"^```nginx\n(map .*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
(UPSTREAM,) = re.findall(r"^```nginx\n(upstream .*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
(PASSED,) = re.findall(r"it then says `(proxy_pass .*?;)`", PAGE)
EXAMPLES += [SITE, UPSTREAM + SITE.replace("proxy_pass http://127.0.0.1:8000;", PASSED)]
STRANGER, OTHER = "127.0.0.2", "127.0.0.3"  # as the proxy sees them: no address that a server believes or exempts
NEWCOMERS = 60  # from one address at once, as `RATES` says


@dataclass
class Proxied:
    """A server behind a proxy."""

    port: int

    def ask(self, method: str, path: str, body: str = "", *, address: str = STRANGER, **headers: str) -> HTTPResponse:
        """Return how somebody at an address is answered over TLS; the answer is read to its end."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is made for this test
        with closing(HTTPConnection(NAME, timeout=PATIENCE)) as line:
            plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))
            line.sock = context.wrap_socket(plain, server_hostname=NAME)
            line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = line.getresponse()
            self.text = answer.read().decode() if answer.status != 101 else ""
            return answer


def _nginx(example: str, folder: Path, port: int, server: int) -> list[str]:
    """Write the settings around an example of nginx, with other ports and a certificate of its own."""
    certificate = [
        "-keyout",
        str(folder / "privkey.pem"),
        "-out",
        str(folder / "fullchain.pem"),
        "-subj",
        f"/CN={NAME}",
    ]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *certificate], check=True)  # noqa: S603, S607
    site = example.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = _at(server, site.replace(f"/etc/letsencrypt/live/{NAME}", str(folder)))
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
    places += f"client_body_temp_path {folder}/body; access_log off;"
    head = f"daemon off; user root; pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{head} http {{ {places}\n{site}\n}}", encoding="utf-8")
    return ["nginx", "-c", str(folder / "nginx.conf")]


def _caddy(example: str, folder: Path, port: int, server: int) -> list[str]:
    """Write the settings around an example of Caddy, with other ports and a certificate that it makes itself."""
    site = _at(server, example)
    options = f"admin off\nlocal_certs\nskip_install_trust\nhttps_port {port}\nauto_https disable_redirects"
    options += f"\ndefault_bind 127.0.0.1\nstorage file_system {folder}/caddy"
    (folder / "Caddyfile").write_text(f"{{\n{options}\n}}\n{site}", encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def _at(server: int, example: str) -> str:
    """Return an example before our server; of two the first is away, as it may be."""
    site = re.sub(r"(127\.0\.0\.1|10\.0\.0\.6):8000", f"127.0.0.1:{server}", example)
    return re.sub(r"10\.0\.0\.5:8000", f"127.0.0.1:{free_port()}", site)


@contextmanager
def _proxy(example: str, folder: Path, server: int) -> Iterator[Proxied]:
    port = free_port()
    command = (_nginx if "proxy_pass" in example else _caddy)(example, folder, port, server)
    assert shutil.which(command[0]), f"{command[0]} is not there; on Debian: apt install nginx-light caddy"
    process = subprocess.Popen(command)  # noqa: S603  # the example of our own page
    proxied = Proxied(port)
    try:
        eventually(lambda: _is_open(proxied), f"{command[0]} to open", PATIENCE, every=0.1)
        yield proxied
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _is_open(proxied: Proxied) -> bool:
    try:
        return proxied.ask("GET", "/readyz").status == 200
    except OSError:
        return False


def test_there_are_four_examples() -> None:
    assert ["proxy_pass" in example for example in EXAMPLES] == [False, False, True, True]
    assert [example.count("10.0.0.") for example in EXAMPLES] == [0, 2, 0, 2]
    assert SITE in EXAMPLES[2]
    assert [PASSED in example for example in EXAMPLES] == [False, False, False, True]


@pytest.mark.parametrize("example", EXAMPLES, ids=["Caddy", "Caddy before several", "nginx", "nginx before several"])
def test_an_example_does_what_the_page_says(tmp_path: Path, example: str) -> None:
    with (
        serving(str(tmp_path / "house.db"), "--allowed-hosts", NAME) as server,
        _proxy(example, tmp_path, server.port) as proxied,
    ):
        _hold_for_people(proxied)
        _hold_for_strangers(proxied)


def _hold_for_people(proxied: Proxied) -> None:
    """See that pages, forms and sockets work over TLS, under the name of the house."""
    own = {"origin": f"https://{NAME}"}
    first = proxied.ask("GET", "/new/duel")
    cookie, token = (first.getheader("set-cookie") or "").partition(";")[0], csrf_token_on(proxied.text)
    assert cookie.startswith("__Host-stammtisch=")
    assert first.getheader("strict-transport-security")
    assert first.getheader("content-encoding") is None
    form = {**own, "cookie": cookie, "content_type": "application/x-www-form-urlencoded"}
    opened = proxied.ask("POST", "/tables", urlencode({"mark": token, "game": "duel"}), **form)
    assert opened.status == 303
    upgrade = {name.replace("-", "_"): value for name, value in UPGRADE}
    live = f"{opened.getheader('location')}/live"
    assert proxied.ask("GET", live, **own, cookie=cookie, **upgrade).status == 101
    assert proxied.ask("GET", live, origin="https://evil.example", cookie=cookie, **upgrade).status == 403
    proxied.ask("POST", "/me/link", urlencode({"mark": token}), **form)
    assert f"https://{NAME}/me/link/" in proxied.text


def _hold_for_strangers(proxied: Proxied) -> None:
    """See that nobody chooses their address, or reads what is for the host alone."""
    asked = [("POST", "/api/people", '{"name": "Anna"}')] * (NEWCOMERS + 30)
    spoofed = [proxied.ask(*one, x_forwarded_for=f"198.51.100.{n}").status for n, one in enumerate(asked)]
    assert spoofed.count(429) > NEWCOMERS // 4
    assert proxied.ask(*asked[0], address=OTHER).status == 201
    assert proxied.ask("GET", "/metrics").status == 403
