"""Feeds schemathesis what only a running stack knows: an open slot, a code from a mailbox, a token from a mail.

Calls that are meant to be wrong stay as they were generated. Of the others three in four get known-good values, beside
whatever else was generated for them; the last quarter goes out as it is and meets the not-founds.
"""

import atexit
import collections
import datetime
import functools
import json
import os
import pathlib
import sys
import threading
import zlib

import schemathesis

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import stack  # noqa: E402

# JSON Schema has no word for "an IANA zone", so well-formed calls choose from these.
ZONES = [
    "UTC",
    "Europe/Lisbon",
    "America/St_Johns",
    "America/New_York",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
]

statuses: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
lock = threading.Lock()


@functools.cache
def kept_booking() -> str:
    """The manage token of a booking that is looked at and moved, and never canceled."""
    return stack.book()


@functools.cache
def canceled_booking() -> str:
    token = stack.book()
    stack.cancel(token)
    return token


def kept_token() -> str:
    with lock:
        return kept_booking()


def feed_path(case, number: int) -> None:
    for name in stack.EVENT.keys() & case.path_parameters.keys():
        case.path_parameters[name] = stack.EVENT[name]


def feed_code_request(case, number: int) -> None:
    case.body["email"] = stack.new_guest()
    if "startAt" in case.body:
        case.body["startAt"] = stack.open_slot()


def feed_confirm_link_request(case, number: int) -> None:
    case.query["email"] = stack.new_guest()
    case.query["startAt"] = stack.open_slot()


def feed_confirm(case, number: int) -> None:
    token, code = stack.ask_confirm_link(stack.new_guest(), stack.open_slot())
    case.path_parameters["challengeToken"] = token
    case.query["code"] = code


def feed_book(case, number: int) -> None:
    email, start = stack.new_guest(), stack.open_slot()
    case.body["code"] = stack.ask_code(email, start)
    case.body["startAt"] = start
    case.body["invitee"]["email"] = email
    case.body.pop("agentEmail", None)


def feed_view(case, number: int) -> None:
    case.query["token"] = kept_token()


def feed_cancel(case, number: int) -> None:
    with lock:
        case.body["token"] = canceled_booking() if number % 2 else stack.book()


def feed_reschedule(case, number: int) -> None:
    case.body["token"] = kept_token()
    case.body["startAt"] = stack.open_slot()


FEEDERS = {
    "requestCode": [feed_code_request],
    "requestConfirmLink": [feed_confirm_link_request],
    "confirm": [feed_confirm],
    "book": [feed_book],
    "viewBooking": [feed_view],
    "downloadInvite": [feed_view],
    "cancelBooking": [feed_cancel],
    "cancelEventBooking": [feed_cancel],
    "rescheduleBooking": [feed_reschedule],
    "rescheduleEventBooking": [feed_reschedule],
}


def operation_id(case) -> str:
    return case.operation.definition.raw["operationId"]


def number_of(case) -> int:
    """The same for the same call, so that a failure that is tried again is fed again."""
    return zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "backslashreplace"))


def name_zone(holder, number: int) -> None:
    if isinstance(holder, dict) and "timezone" in holder:
        holder["timezone"] = ZONES[number % len(ZONES)]


def order_window(query, number: int) -> None:
    """Nor has it a word for "later than": where both ends are given, one goes, or both are known to be in order."""
    today = datetime.date.today()
    for first, last, form in (("from", "to", "{}T00:00:00Z"), ("fromDate", "toDate", "{}")):
        if not isinstance(query, dict) or first not in query or last not in query:
            continue
        if number % 3 == 2:
            query[first] = form.format(today)
            query[last] = form.format(today + datetime.timedelta(days=1 + number % 20))
        else:
            del query[last if number % 3 else first]


@schemathesis.hook
def before_call(context, case, **kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    number = number_of(case)
    name_zone(case.query, number)
    order_window(case.query, number)
    if isinstance(case.body, dict):
        name_zone(case.body.get("invitee"), number)
    if number % 4 == 3:
        return
    for feed in [feed_path, *FEEDERS.get(operation_id(case), [])]:
        feed(case, number >> 2)


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() != case.operation.method.upper():
        return
    with lock:
        statuses[operation_id(case)][response.status_code] += 1


@atexit.register
def report() -> None:
    """What every operation answered, for scripts/fuzz.ts."""
    pathlib.Path(os.environ["HOLDFAST_FUZZ_REPORT"]).write_text(json.dumps(statuses))
