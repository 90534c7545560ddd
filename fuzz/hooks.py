"""Gives schemathesis values that only a running stack has: an open slot, a code from a mailbox, a token from a mail, an id.

Calls that are meant to be wrong stay as they were generated, but for who calls. Of the others three in four get known-good values,
beside whatever else was generated for them; the last quarter goes out as it is and meets the not-founds.
"""

import atexit
import collections
import json
import os
import pathlib
import sys
import threading
import zlib

import schemathesis

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import callers  # noqa: E402
import cleaning  # noqa: E402
import people  # noqa: E402
import rules  # noqa: E402
import stack  # noqa: E402
import workspace  # noqa: E402
from account_feeders import ACCOUNT_FEEDERS  # noqa: E402
from guest_feeders import GUEST_FEEDERS  # noqa: E402
from host_feeders import HOST_FEEDERS, is_linked  # noqa: E402

ENDING = {
    "archiveEventType",
    "cancelBooking",
    "deleteSchedule",
    "deleteTeam",
    "deleteWebhook",
    "markNoShow",
    "removeMember",
    "revokeApiKey",
    "revokeIdentity",
    "revokeMyAgent",
    "updateEventType",
    "updateMemberRole",
    "updateSchedule",
}
FEEDERS = {**GUEST_FEEDERS, **HOST_FEEDERS, **ACCOUNT_FEEDERS}

statuses: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
lock = threading.Lock()


def operation_id(case) -> str:
    """The same for the team's form of a path."""
    return case.operation.definition.raw["operationId"].removesuffix("OfTeam")


def number_of(case) -> int:
    """Deterministic per call, so that a repeated failure gets the same values."""
    return zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "backslashreplace"))


def feed_path(case) -> None:
    event = workspace.team_event() if "teamSlug" in case.path_parameters else stack.EVENT
    for name in event.keys() & case.path_parameters.keys():
        case.path_parameters[name] = event[name]


def spare(case) -> None:
    """Schemathesis also takes ids from earlier answers. Protect what the whole run needs."""
    for name, value in case.path_parameters.items():
        if value in people.NEEDED and operation_id(case) in ENDING:
            case.path_parameters[name] = rules.NOBODY


def give_body(case, name: str) -> None:
    """Schemathesis may omit an optional body. Rules and feeders need one."""
    takes_body = "requestBody" in case.operation.definition.raw
    if takes_body and not isinstance(case.body, dict) and (name in FEEDERS or name in rules.BY_OPERATION):
        case.body, case.media_type = {}, "application/json"


@schemathesis.auth(refresh_interval=None)
class Caller:
    """Sets the caller: mostly the owner's key, or a person if keys are not allowed."""

    def get(self, case, context):
        security = case.operation.definition.raw.get("security")
        return callers.caller_of(operation_id(case), security, number_of(case)) if security else None

    def set(self, case, data, context):
        data.sign(case)


@schemathesis.hook
def before_call(context, case, **kwargs):
    spare(case)
    rules.complete_times(case.query)
    rules.complete_times(case.body)
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    name, number = operation_id(case), number_of(case)
    give_body(case, name)
    rules.follow(name, case.query, case.body, number)
    if number % 4 == 3 or "cursor" in (case.query or {}):
        return
    feed_path(case)
    if name in FEEDERS:
        FEEDERS[name](case, number >> 2)


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() != case.operation.method.upper():
        return
    name = operation_id(case)
    with lock:
        statuses[name][response.status_code] += 1
    if response.status_code in (200, 201) and response.headers.get("content-type", [""])[0].startswith("application/json"):
        answer = response.json()
        if answer.get("nextCursor"):
            rules.NEXT_PAGES[name] = {**case.query, "cursor": answer["nextCursor"]}
        if not is_linked(case):
            cleaning.clean(name, answer)


@atexit.register
def report() -> None:
    """Counts the statuses of every operation, for scripts/fuzz.ts."""
    pathlib.Path(os.environ["HOLDFAST_FUZZ_REPORT"]).write_text(json.dumps(statuses))
