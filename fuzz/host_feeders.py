"""Known-good values for the calls of a workspace: ids made for the call, or kept for reads."""

from schemathesis.generation.meta import TestPhase

import identity
import people
import stack
import workspace


def is_linked(case) -> bool:
    """In the stateful phase a link names the thing."""
    return case.meta.phase.name == TestPhase.STATEFUL


def give_path(case, name: str, make) -> None:
    if not is_linked(case):
        case.path_parameters[name] = make()


def path(name: str, make):
    """A new object for each call that changes or ends it."""

    def feed(case, number: int) -> None:
        give_path(case, name, make)

    return feed


def also(*feeders):
    def feed(case, number: int) -> None:
        for each in feeders:
            each(case, number)

    return feed


def body(name: str, make, only_if_there: bool = False):
    def feed(case, number: int) -> None:
        if name in case.body or not only_if_there:
            case.body[name] = make()

    return feed


def query(name: str, make):
    """Only if the parameter was generated."""

    def feed(case, number: int) -> None:
        if name in case.query:
            case.query[name] = make()

    return feed


def without(*names: str):
    """Filters that would find nothing: every second call omits them."""

    def feed(case, number: int) -> None:
        if number % 2:
            for name in names:
                case.query.pop(name, None)

    return feed


def owner_id() -> str:
    return people.OWNER_ID


def feed_tool(case, number: int) -> None:
    case.body["name"] = ["get_workspace", "list_schedules", "list_meetings", "list_members"][number % 4]
    case.body["arguments"] = {}


def feed_event_settings(case, number: int) -> None:
    for name in ("hostUserId", "scheduleId", "teamId", "assignment"):
        case.body.pop(name, None)
    if "slug" in case.body:
        case.body["slug"] = workspace.unique("slug")


def feed_new_booking(case, number: int) -> None:
    for name in ("idempotencyKey", "timeZone", "disambiguation"):
        case.body.pop(name, None)
    case.body.update(
        eventTypeId=workspace.kept_event_type_id(), startAt=workspace.new_start(), customFields=workspace.NUMBER
    )


def feed_move(case, number: int) -> None:
    give_path(case, "bookingId", workspace.kept_booking)
    case.body["startAt"] = workspace.new_start()


def feed_wait(case, number: int) -> None:
    """Nothing changes meanwhile. Other tests cover waits."""
    give_path(case, "bookingId", workspace.kept_booking)
    case.query.pop("since", None)


def feed_decision(case, number: int) -> None:
    give_path(case, "bookingId", workspace.booking_request)
    case.body.pop("startAt", None)


def feed_role(case, number: int) -> None:
    give_path(case, "id", workspace.kept_member)


def feed_team_member(case, number: int) -> None:
    give_path(case, "id", workspace.kept_team)
    case.body["userId"] = people.OWNER_ID


def feed_deletable_session(case, number: int) -> None:
    give_path(case, "sessionId", lambda: people.session_id("linus"))


def feed_decided_device(case, number: int) -> None:
    case.body.update(userCode=workspace.device_code()["userCode"], workspaceId=people.WORKSPACE_ID)


def feed_kept_identity(case, number: int) -> None:
    """Also where a link names another: what was just registered has no token before its person has verified it, or was revoked."""
    case.path_parameters["principalId"] = identity.principal_id()


schedule = path("scheduleId", workspace.changed_schedule)
free_schedule_name = body("name", lambda: workspace.unique("Hours"))

HOST_FEEDERS = {
    "pollDevice": query("device_code", lambda: workspace.device_code()["deviceCode"]),
    "viewDevice": query("userCode", lambda: workspace.device_code()["userCode"]),
    "decideDevice": feed_decided_device,
    "executeTool": feed_tool,
    "listActivity": without("subjectType", "subjectId", "actor", "action"),
    "listTestMail": without("bookingId"),
    "getIdentity": feed_kept_identity,
    "renewIntent": feed_kept_identity,
    "inviteForPerson": also(path("workspaceId", lambda: people.WORKSPACE_ID), body("email", stack.new_guest)),
    "listHostEventTypes": query("hostUserId", owner_id),
    "getEventType": path("eventTypeId", workspace.kept_event_type_id),
    "createEventType": feed_event_settings,
    "updateEventType": also(path("eventTypeId", lambda: workspace.event_type()["id"]), feed_event_settings),
    "archiveEventType": path("eventTypeId", lambda: workspace.event_type()["id"]),
    "listSchedules": query("userId", owner_id),
    "getSchedule": path("scheduleId", workspace.kept_schedule),
    "createSchedule": also(free_schedule_name, body("userId", owner_id, only_if_there=True)),
    "updateSchedule": also(schedule, free_schedule_name),
    "deleteSchedule": path("scheduleId", workspace.schedule),
    "addDateOverride": schedule,
    "removeDateOverride": schedule,
    "addTimeOff": body("userId", owner_id, only_if_there=True),
    "removeTimeOff": path("timeOffId", lambda: workspace.time_off(people.OWNER_ID)),
    "explainSlot": also(query("eventTypeId", workspace.kept_event_type_id), query("bookingId", workspace.kept_booking)),
    "listMeetings": without("eventTypeId", "hostUserId", "inviteeEmail"),
    "createBooking": feed_new_booking,
    "proposeSlots": also(
        body("eventTypeId", workspace.kept_event_type_id, only_if_there=True),
        body("bookingId", workspace.kept_booking, only_if_there=True),
    ),
    "getMeeting": feed_wait,
    "updateMeeting": path("bookingId", workspace.kept_booking),
    "rescheduleBooking": feed_move,
    "cancelBooking": path("bookingId", workspace.booking),
    "approveBooking": feed_decision,
    "declineBooking": path("bookingId", workspace.booking_request),
    "markNoShow": path("bookingId", lambda: people.PAST_MEETING),
    "createShortLink": also(
        body("eventTypeId", workspace.kept_event_type_id, only_if_there=True),
        body("hostUserId", owner_id, only_if_there=True),
    ),
    "revokeShortLink": path("shortLinkId", lambda: workspace.short_link()["id"]),
    "followShortLink": path("token", lambda: workspace.short_link()["token"]),
    "createTeam": body("slug", lambda: workspace.unique("team"), only_if_there=True),
    "updateTeam": also(
        path("id", workspace.team), body("slug", lambda: workspace.unique("team"), only_if_there=True)
    ),
    "deleteTeam": path("id", workspace.team),
    "addTeamMember": feed_team_member,
    "removeTeamMember": feed_team_member,
    "inviteMember": body("email", stack.new_guest),
    "updateMemberRole": feed_role,
    "removeMember": path("id", workspace.leaver),
    "revokeApiKey": path("apiKeyId", workspace.key),
    "revokeAgentSeat": path("id", workspace.seat),
    "revokeSession": feed_deletable_session,
    "acceptInvitation": path("token", workspace.kept_invitation),
}
