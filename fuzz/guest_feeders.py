"""Known-good values for the calls of guests."""

import functools
import threading

import stack

lock = threading.Lock()


@functools.cache
def kept_booking() -> str:
    """The manage token of a booking that is viewed and moved, never canceled."""
    return stack.book()


@functools.cache
def canceled_booking() -> str:
    token = stack.book()
    stack.cancel(token)
    return token


def kept_token() -> str:
    with lock:
        return kept_booking()


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


# A booking moves ten times a day.
MOVES = 8
_moved: list[str] = []


def moved_token() -> str:
    with lock:
        if not _moved:
            _moved.extend([stack.book()] * MOVES)
        return _moved.pop()


def feed_reschedule(case, number: int) -> None:
    case.body["token"] = moved_token()
    case.body["startAt"] = stack.open_slot()


GUEST_FEEDERS = {
    "requestCode": feed_code_request,
    "requestConfirmLink": feed_confirm_link_request,
    "confirm": feed_confirm,
    "book": feed_book,
    "viewBooking": feed_view,
    "downloadInvite": feed_view,
    "cancelAsGuest": feed_cancel,
    "cancelEventAsGuest": feed_cancel,
    "rescheduleAsGuest": feed_reschedule,
    "rescheduleEventAsGuest": feed_reschedule,
}
