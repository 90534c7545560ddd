"""Rules that JSON Schema cannot express. Well-formed calls must follow them, or the API refuses them."""

import datetime
import re

# JSON Schema cannot express "an IANA zone", so well-formed calls choose from these.
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

# Noon: no clock changes then. One in three is a local time in the zone beside it.
TIMES = ["2027-0{}-1{}T12:00:00Z", "2027-0{}-1{}T12:00:00+05:45", "2027-0{}-1{}T12:00"]

# An id that does not exist.
NOBODY = "01949d3e-0000-7000-8000-000000000001"

# The call for the next page of each list; hooks.py stores them.
NEXT_PAGES: dict[str, dict] = {}

# One event type of Cal.com.
EXPORT = '{"data": [{"id": 1, "title": "Intro", "slug": "intro", "lengthInMinutes": 30}]}'

LOCATION_DETAILS = {
    "custom_link": "https://meet.example/room",
    "google_meet": "https://meet.google.com/abc-defg-hij",
    "microsoft_teams": "https://teams.example/room",
    "in_person": "Main Street 1",
    "phone": "I call you.",
}


def name_zones(value, number: int) -> None:
    """Wherever they stand."""
    if isinstance(value, list):
        for part in value:
            name_zones(part, number)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name.lower() == "timezone" and isinstance(part, str):
                value[name] = ZONES[number % len(ZONES)]
            else:
                name_zones(part, number)


WITHOUT_SECONDS = re.compile(r"^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?=(Z|[+-]\d{2}:\d{2})$)")


def complete_times(values) -> None:
    """Times without seconds are taken on purpose, though `format: date-time` (RFC 3339) has them: they are not wrong. Calls get the seconds."""
    if isinstance(values, dict):
        for name, value in values.items():
            if isinstance(value, str):
                values[name] = WITHOUT_SECONDS.sub(r"\1:00", value)


def turn_page(operation_id: str, query) -> bool:
    """A cursor works only for its own list. Returns True if the call is that list's next page"""
    if not isinstance(query, dict) or query.pop("cursor", None) is None or operation_id not in NEXT_PAGES:
        return False
    query.clear()
    query.update(NEXT_PAGES[operation_id])
    return True


def order_window(query, number: int) -> None:
    """It cannot express "later than" either: if both ends are given, drop one or put them in order."""
    today = datetime.date.today()
    for first, last, form in (("from", "to", "{}T00:00:00Z"), ("fromDate", "toDate", "{}")):
        if not isinstance(query, dict) or first not in query or last not in query:
            continue
        if number % 3 == 2:
            query[first] = form.format(today)
            query[last] = form.format(today + datetime.timedelta(days=1 + number % 20))
        else:
            del query[last if number % 3 else first]


def say_times(values: dict, names, number: int) -> None:
    """Times that exist, in order; local ones have a zone."""
    for place, name in enumerate(names, 1):
        if name in values:
            values[name] = TIMES[number % len(TIMES)].format(place, number % 8)
    if number % len(TIMES) == 2 and any(name in values for name in names):
        values["timeZone"] = ZONES[number % len(ZONES)]


def part_windows(windows, minutes: int) -> None:
    """Windows that open and do not overlap."""
    for place, window in enumerate(windows):
        start = place * minutes
        end = start + minutes // 2
        window["start"] = f"{start // 60:02}:{start % 60:02}"
        window["end"] = f"{end // 60:02}:{end % 60:02}"


def settle_event(body: dict) -> None:
    """Only the owner's; details that fit the place; valid questions."""
    for name in ("teamId", "assignment", "reminders"):
        body.pop(name, None)
    kind = body.get("locationType")
    if kind in LOCATION_DETAILS:
        body["locationDetail"] = LOCATION_DETAILS[kind]
    else:
        body.pop("locationDetail", None)
    form = body.get("form")
    for place, field in enumerate(form["fields"] if form else []):
        settle_field(field, place)


def settle_field(field: dict, place: int) -> None:
    """Unique keys, a config that fits the type, no conditions: other tests cover those."""
    field["key"] = f"q{place}"
    field.pop("conditionalLogic", None)
    field.pop("config", None)
    if field["type"] in ("single_select", "multi_select"):
        field["config"] = {"options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}


def settle_time_off(body: dict, number: int) -> None:
    """Either days or times, in the future."""
    for name in ("startAt", "endAt", "fromDate", "toDate"):
        body.pop(name, None)
    if number % 2:
        body.update(startAt="2040-01-01T12:00", endAt="2040-01-02T12:00", timeZone=ZONES[number % len(ZONES)])
    else:
        body.update(fromDate="2040-02-01", toDate="2040-02-03", timeZone="UTC")


def settle_hand_over(body: dict, number: int) -> None:
    hand_over = body.get("handOver")
    if hand_over is None:
        return
    for name in ("to", "cancel"):
        hand_over.pop(name, None)
    hand_over["cancel"] = True


def settle_date(body: dict, number: int) -> None:
    body["date"] = str(datetime.date(2040, 1, 1) + datetime.timedelta(days=number % 300))
    part_windows(body.get("windows") or [], 60)


def name_something(name: str):
    """An update names at least one field."""
    def settle(body: dict, number: int) -> None:
        body.setdefault(name, "Fuzz")
    return settle


def settle_link(body: dict, number: int) -> None:
    if "eventTypeId" in body:
        body.pop("hostUserId", None)


def settle_question(query: dict, number: int) -> None:
    """About a meeting, or about a start of an event type."""
    if "bookingId" in query:
        for name in ("eventTypeId", "startAt"):
            query.pop(name, None)
    else:
        query.setdefault("eventTypeId", NOBODY)
        query.setdefault("startAt", TIMES[0].format(1, 1))


def settle_proposal(body: dict, number: int) -> None:
    """For a meeting that moves, or for an event type."""
    if "bookingId" in body:
        body.pop("eventTypeId", None)
    else:
        body.setdefault("eventTypeId", NOBODY)


def settle_seat(body: dict, number: int) -> None:
    """The role billing_only has one scope."""
    if body.get("role") == "billing_only":
        body["scopes"] = ["billing.manage"]


def settle_schedule(body: dict, number: int) -> None:
    part_windows(body.get("weeklyHours") or [], 20)


def wait_little(values: dict, number: int) -> None:
    """Schemathesis waits at most ten seconds."""
    if "waitSeconds" in values:
        values["waitSeconds"] = number % 2


def settle_user_code(values: dict, number: int) -> None:
    """Eight letters, with or without separators."""
    values["userCode"] = ["BCDF-GHJK", "bcdf ghjk", "BCDFGHJK"][number % 3]


def settle_answers(values: dict, number: int) -> None:
    """Answers that no question asks for are ignored, but text must be storable: no NUL, well-formed Unicode."""
    if "customFields" in values:
        values["customFields"] = {"nobody_asked": number, "guest_phone": "+4930123456"}


def settle_tool(body: dict, number: int) -> None:
    """Arguments are those of the tool, and text must be storable: no NUL, well-formed Unicode."""
    if "arguments" in body:
        body["arguments"] = {}


def settle_webhook(body: dict, number: int) -> None:
    """A receiver of the public internet; nobody answers there."""
    body["url"] = "https://hooks.acme-robotics.com/in"


def settle_apple(body: dict, number: int) -> None:
    if body.get("fullName"):
        body["fullName"] = {"givenName": "Fuzz"}


def settle_passkey(body: dict, number: int) -> None:
    body["challengeId"] = "fuzz-challenge"


def settle_claim(body: dict, number: int) -> None:
    """A seat needs a workspace."""
    body.setdefault("workspaceId", NOBODY)


def settle_import(body: dict, number: int) -> None:
    """Text that is JSON, and no key of a real service."""
    for name in ("service", "apiKey"):
        body.pop(name, None)
    body["export"] = EXPORT


def begins_with_booking(query: dict, number: int) -> None:
    if isinstance(query, dict) and "action" in query:
        query["action"] = "booking."


def give(name: str, value):
    """An update names at least one field."""
    def settle(body: dict, number: int) -> None:
        body.setdefault(name, value)
    return settle


def as_member(body: dict, number: int) -> None:
    """No key makes owners and admins."""
    body["role"] = "member"


def leave_out(*names: str):
    """Cursors are of earlier answers; other fields are for other callers, must fit a second field, or would close the owner's calendar."""
    def settle(body: dict, number: int) -> None:
        for name in names:
            body.pop(name, None)
    return settle


def times(*names: str):
    return lambda values, number: say_times(values, names, number)


BY_OPERATION = {
    "pollDevice": [wait_little],
    "getMeeting": [wait_little],
    "pollNativeClaim": [wait_little],
    "getCheckout": [wait_little],
    "getEnrichment": [wait_little],
    "getPrepPack": [wait_little],
    "viewDevice": [settle_user_code],
    "decideDevice": [settle_user_code],
    "listActivity": [begins_with_booking],
    "exportGuest": [leave_out("cursor")],
    "exportWorkspace": [leave_out("cursor")],
    "listenForEvents": [leave_out("cursor"), wait_little],
    "importSettings": [settle_import],
    "updateCalendar": [give("blocking", [])],
    "updateCalendarSettings": [leave_out("conflictSource"), give("tentative", "busy")],
    "connectCalendar": [leave_out("forEmail", "connectionId")],
    "createWebhook": [settle_webhook],
    "updateWebhook": [settle_webhook],
    "signInWithApple": [settle_apple],
    "verifyNativePasskey": [settle_passkey],
    "decideNativeClaim": [settle_claim],
    "executeTool": [settle_tool],
    "requestCode": [settle_answers],
    "inviteForPerson": [as_member],
    "book": [settle_answers],
    "createBooking": [give("customFields", {}), settle_answers, times("startAt")],
    "proposeSlots": [leave_out("when"), settle_proposal, times("from", "to")],
    "rescheduleBooking": [times("startAt")],
    "listMeetings": [times("from", "to")],
    "explainSlot": [settle_question, times("startAt")],
    "createEventType": [lambda body, number: settle_event(body)],
    "updateEventType": [name_something("name"), lambda body, number: settle_event(body)],
    "createAgentSeat": [settle_seat],
    "createSchedule": [settle_schedule],
    "updateSchedule": [name_something("name"), settle_schedule],
    "addDateOverride": [leave_out("toDate", "days"), settle_date],
    "removeDateOverride": [leave_out("toDate", "days"), settle_date],
    "addTimeOff": [settle_time_off],
    "removeMember": [settle_hand_over],
    "updateWorkspace": [name_something("name")],
    "updateTeam": [name_something("name")],
    "createShortLink": [settle_link],
}


def follow(operation_id: str, query, body, number: int) -> None:
    """Makes a call that fits the schemas also fit the rules that schemas cannot express."""
    if turn_page(operation_id, query):
        return
    name_zones(query, number)
    name_zones(body, number)
    order_window(query, number)
    values = body if isinstance(body, dict) else query
    for settle in BY_OPERATION.get(operation_id, []):
        settle(values, number)
