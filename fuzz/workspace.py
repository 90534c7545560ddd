"""The workspace for calls with a key: makes the objects that a call changes or ends."""

import datetime
import functools
import itertools

import people
import stack

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
ALWAYS = [{"days": DAYS, "start": "00:00", "end": "24:00"}]
PLACES = ["custom_link", "in_person"]

_numbers = itertools.count(1)


def call(method: str, path: str, **body: object) -> dict:
    """A call with the owner's key that must succeed."""
    return people.called(method, path, body, headers={"Authorization": f"Bearer {people.KEY}"})


def unique(word: str) -> str:
    return f"{word}-{next(_numbers)}"


def new_start() -> str:
    """A start from tomorrow on, a different one each time, so that the feeders' meetings never overlap."""
    today = datetime.datetime.now(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return (today + datetime.timedelta(days=1, hours=next(_numbers))).strftime("%Y-%m-%dT%H:%M:%SZ")


def schedule() -> str:
    made = call("POST", "/workspace/schedules", name=unique("Always"), timezone="UTC", weeklyHours=ALWAYS)
    return made["id"]


def needed(thing_id: str) -> str:
    people.NEEDED.add(thing_id)
    return thing_id


@functools.cache
def kept_schedule() -> str:
    """The schedule of all event types here; always open."""
    return needed(schedule())


@functools.cache
def changed_schedule() -> str:
    """A schedule that calls may change."""
    return schedule()


def make_room() -> None:
    """A host may have 200 event types, and random calls make more. Archive the unused ones."""
    for made in call("GET", "/workspace/event-types", limit=100)["eventTypes"]:
        if made["id"] not in people.NEEDED:
            call("DELETE", f"/workspace/event-types/{made['id']}")


def event_type(**settings: object) -> dict:
    """An event type that is always open."""
    wish = {
        **{"name": "Fuzz", "slug": unique("fuzz"), "durationMinutes": 15, "locationType": "phone"},
        **{"scheduleId": kept_schedule(), "minimumNoticeMinutes": 0, "maxFutureDays": 730},
        **settings,
    }
    try:
        return call("POST", "/workspace/event-types", **wish)["eventType"]
    except RuntimeError as refused:
        if "too_many_event_types" not in str(refused):
            raise
        make_room()
        return call("POST", "/workspace/event-types", **wish)["eventType"]


@functools.cache
def kept_event_type_id() -> str:
    return needed(event_type()["id"])


def approval_url() -> str:
    """A new event each time: a random call may have changed the last one, or the workspace's slug."""
    made = event_type(requiresApproval=True)
    return made["bookingUrl"].replace(stack.PUBLIC_URL, f"{stack.PUBLIC_URL}/api/v1/public")


# The owner's events are phone calls: the host calls this number. Events of other places ignore it.
NUMBER = {"guest_phone": "+4930123456"}


def booking_of(host_call) -> str:
    """A meeting of another host, at an event that is always open. @param host_call calls with their key"""
    hours = host_call("POST", "/workspace/schedules", name=unique("Always"), timezone="UTC", weeklyHours=ALWAYS)
    wish = {"name": "Fuzz", "durationMinutes": 15, "locationType": "phone", "scheduleId": hours["id"]}
    event = host_call("POST", "/workspace/event-types", **wish, minimumNoticeMinutes=0, maxFutureDays=730)["eventType"]
    guest = {"email": stack.new_guest(), "timezone": "Europe/Lisbon"}
    wanted = {"eventTypeId": event["id"], "startAt": new_start(), "invitee": guest, "customFields": NUMBER}
    return host_call("POST", "/bookings", **wanted)["booking"]["id"]


def booking() -> str:
    guest = {"email": stack.new_guest(), "timezone": "Europe/Lisbon"}
    made = call("POST", "/bookings", eventTypeId=kept_event_type_id(), startAt=new_start(), invitee=guest, customFields=NUMBER)
    return made["booking"]["id"]


@functools.cache
def kept_booking() -> str:
    return needed(booking())


def booking_request() -> str:
    """A meeting that waits for approval: only guests can request one."""
    email, start = stack.new_guest(), new_start()
    url = approval_url()
    guest = {"email": email, "timezone": "Europe/Lisbon"}
    asked = stack.post(f"{url}/book", startAt=start, code=stack.ask_code(email, start, url), invitee=guest, customFields=NUMBER)
    return asked["booking"]["id"]


def time_off(user_id: str) -> str:
    start = datetime.date(2040, 1, 1) + datetime.timedelta(days=next(_numbers))
    return call("POST", "/workspace/time-off", userId=user_id, fromDate=str(start), timeZone="UTC")["timeOff"]["id"]


def short_link() -> dict:
    return call("POST", "/workspace/short-links", name="Fuzz")["shortLink"]


# A company of the stand-in for the internet; nobody answers there.
RECEIVER = "https://hooks.acme-robotics.com/in"


def webhook() -> str:
    """A plan has few: the one that the last call left goes."""
    for made in call("GET", "/workspace/webhooks", limit=100)["webhooks"]:
        if made["id"] not in people.NEEDED:
            call("DELETE", f"/workspace/webhooks/{made['id']}")
    return call("POST", "/workspace/webhooks", url=RECEIVER)["webhook"]["id"]


@functools.cache
def kept_delivery() -> str:
    """A delivery of a ping."""
    made = needed(webhook())
    return call("POST", f"/workspace/webhooks/{made}/ping")["delivery"]["id"]


def team() -> str:
    return call("POST", "/workspace/teams", name="Fuzz", slug=unique("team"), timezone="UTC")["team"]["id"]


@functools.cache
def kept_team() -> str:
    return needed(team())


def seat() -> str:
    return call("POST", "/workspace/agent-seats", displayName="Fuzz")["id"]


def key() -> str:
    return people.OWNER.call("POST", "/workspace/api-keys", name="Fuzz")["id"]


def invitation(email: str) -> str:
    return call("POST", "/workspace/members", email=email, role="member")["member"]["id"]


def invitation_token(email: str) -> str:
    """Invites a person and reads the link in the mail."""
    known = frozenset(mail["id"] for mail in stack.mails(email))
    invitation(email)
    return stack.token_in(stack.mail(email, "invitation", known)["text"], "/invitations/")


def member_id(email: str) -> str | None:
    members = call("GET", "/workspace/members", limit=100)["members"]
    return next((member["id"] for member in members if member["email"] == email), None)


def join(username: str) -> str:
    """Makes a demo person a member. Returns their id."""
    email = f"{username}@acme.test"
    known = member_id(email)
    if known is None:
        people.sign_in(username).call("POST", f"/invitations/{invitation_token(email)}/accept")
        known = member_id(email)
    return known


@functools.cache
def kept_member() -> str:
    return needed(join("linus"))


@functools.cache
def kept_invitation() -> str:
    """The invitation's token. Accepting twice gives the same answer; an address gets five invitations a day."""
    return invitation_token("ada@acme.test")


_leaves = itertools.count(1)


def leaver() -> str:
    """A member while their address can be invited again; then an invitation."""
    return join("grace") if next(_leaves) <= 3 else invitation(stack.new_guest())


def device_code() -> dict:
    return people.called("POST", "/cli/auth/register", {"agentName": "Fuzz"})


@functools.cache
def team_event() -> dict[str, str]:
    """The path of an event of a team: random calls may rename its workspace, then it is not found."""
    team_id, slug = needed(team()), unique("fuzz")
    call("POST", f"/workspace/teams/{team_id}/add-member", userId=people.OWNER_ID)
    wish = {"name": "Fuzz", "slug": slug, "durationMinutes": 15, "locationType": "phone", "minimumNoticeMinutes": 0}
    made = call("POST", "/workspace/event-types", teamId=team_id, assignment="round_robin", **wish)["eventType"]
    needed(made["id"])
    workspace, _, team_slug, event_slug = made["bookingUrl"].split("/")[3:7]
    return {"workspace": workspace, "teamSlug": team_slug, "eventSlug": event_slug}
