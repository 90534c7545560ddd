"""A guest of the running stack: finds open slots, reads codes and tokens from the local mailbox, books."""

import itertools
import os
import re
import time

import requests

APP_URL = os.environ["HOLDFAST_APP_URL"]
PUBLIC_URL = os.environ["HOLDFAST_PUBLIC_URL"]
EVENT = {"workspace": "acme", "username": "ada", "eventSlug": "intro-30"}
EVENT_URL = f"{PUBLIC_URL}/api/v1/public/acme/ada/intro-30"
ZONE = "Europe/Lisbon"
MAIL_PATIENCE_SECONDS = 10

_numbers = itertools.count(1)
_slots: list[str] = []


def new_guest() -> str:
    """An unused address, so that no cap of an earlier guest applies."""
    return f"fuzz-{next(_numbers)}@example.com"


def open_slot() -> str:
    """The start of an open slot, a different one each time. Only the fuzzer books here."""
    if not _slots:
        found = _get(f"{EVENT_URL}/slots", timezone=ZONE, limit=500)["slots"]
        _slots.extend(slot["startUtc"] for slot in found)
    return _slots.pop()


def ask_code(email: str, start: str, event_url: str = EVENT_URL) -> str:
    """Asks for a code by POST and reads it from the mailbox."""
    post(f"{event_url}/otp", email=email, startAt=start)
    return code_in(mail(email, "booking_code"))


def ask_confirm_link(email: str, start: str) -> tuple[str, str]:
    """Asks for a code by GET. Returns the challenge token of the confirmUrl, and the code."""
    answer = _get(f"{EVENT_URL}/otp", email=email, startAt=start, timezone=ZONE)
    token = answer["confirmUrl"].rsplit("/", 1)[1]
    return token, code_in(mail(email, "booking_code"))


def book() -> str:
    """Books a slot for a new guest. Returns the manage token of the confirmation mail."""
    email, start = new_guest(), open_slot()
    invitee = {"email": email, "timezone": ZONE}
    post(f"{EVENT_URL}/book", startAt=start, code=ask_code(email, start), invitee=invitee)
    return token_in(mail(email, "booking_confirmation")["text"], "/manage/")


def cancel(token: str) -> None:
    """Cancels the booking behind a manage token."""
    post(f"{EVENT_URL}/cancel", token=token)


def token_in(text: str, path: str) -> str:
    """The token in the mail's link that begins with this path."""
    return re.search(path + r"([\w-]{43,64})", text).group(1)


def code_in(mail: dict) -> str:
    return re.search(r"^\d{6}$", mail["text"], re.MULTILINE).group(0)


def letters_in(mail: dict) -> str:
    """The code of a native sign-in."""
    return re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", mail["text"]).group(0)


def mail(to: str, kind: str, known: frozenset[str] = frozenset()) -> dict:
    """The newest mail of a kind that is not in `known`. Mails leave shortly after their change."""
    end = time.monotonic() + MAIL_PATIENCE_SECONDS
    while time.monotonic() < end:
        for each in mails(to):
            if each["kind"] == kind and each["id"] not in known:
                return each
        time.sleep(0.05)
    raise RuntimeError(f"No {kind} for {to} in {MAIL_PATIENCE_SECONDS} s")


def mails(to: str) -> list[dict]:
    return _get(f"{APP_URL}/dev/mailbox.json", to=to)["messages"]


def _get(url: str, **query: object) -> dict:
    return _answer(requests.get(url, params=query, timeout=20))


def post(url: str, **body: object) -> dict:
    """The answer of a call that must succeed."""
    return _answer(requests.post(url, json=body, timeout=20))


def _answer(response: requests.Response) -> dict:
    if response.status_code != 200:
        raise RuntimeError(f"{response.request.method} {response.url}: {response.status_code} {response.text}")
    return response.json()
