"""Known-good values for what ends or belongs to one person or one workspace: each call gets a newcomer, so the owner's run goes on."""

import functools

import callers
import givens
import identity
import people
import stack
import workspace
from host_feeders import also, is_linked, path


def act_as(case, person: people.Person) -> None:
    callers.InBrowser(person).sign(case)


def act_with(case, key: str) -> None:
    case.cookies.pop(people.COOKIE, None)
    case.headers["Authorization"] = f"Bearer {key}"


def as_newcomer(feed):
    """In the stateful phase a link names the thing, and whose it is."""

    def fed(case, number: int) -> None:
        if not is_linked(case):
            feed(case)

    return fed


def feed_account(case, number: int) -> None:
    act_as(case, givens.browser_of(stack.new_guest()))


def feed_workspace(case, number: int) -> None:
    newcomer = givens.Newcomer()
    act_as(case, newcomer.browser())
    case.query["confirm"] = newcomer.slug


def feed_address(case, number: int) -> None:
    person, email = givens.browser_of(stack.new_guest()), stack.new_guest()
    person.call("PATCH", "/me", email=email)
    act_as(case, person)
    case.body["token"] = stack.token_in(stack.mail(email, "account")["text"], "/account/address/")


def feed_new_passkey(case, number: int) -> None:
    person = givens.browser_of(stack.new_guest())
    options = person.call("POST", "/me/passkeys/options")
    act_as(case, person)
    made = givens.ask("passkey", publicKey=options["publicKey"])
    case.body.update(challengeId=options["challengeId"], credential=made)


def feed_passkey(case) -> None:
    person = givens.browser_of(stack.new_guest())
    act_as(case, person)
    case.path_parameters["passkeyId"] = givens.passkey(person)[0]


@functools.cache
def signer() -> str:
    """The passkey of a newcomer, as their authenticator names it."""
    return givens.passkey(givens.Newcomer().browser())[1]


def feed_passkey_sign_in(case, number: int) -> None:
    options = people.called("POST", "/auth/native/passkey/options", {})
    signed = givens.ask("signature", id=signer(), challenge=options["publicKey"]["challenge"])
    case.body.pop("workspaceId", None)
    case.body.update(challengeId=options["challengeId"], credential=signed)


def feed_apple(case, number: int) -> None:
    case.body.pop("workspaceId", None)
    case.body.update(givens.ask("apple", email=stack.new_guest()))


def feed_native_code(case, number: int) -> None:
    case.body.pop("workspaceId", None)
    case.body.update(givens.native_code(stack.new_guest()))


def feed_link(case) -> None:
    person, link = givens.linked_account()
    act_as(case, person)
    case.path_parameters["linkedAccountId"] = link


def feed_poll(case, number: int) -> None:
    case.body["pollToken"] = givens.claim(stack.new_guest())["pollToken"]


def feed_native_claim(case, number: int) -> None:
    operator = givens.Newcomer()
    act_as(case, operator.browser())
    case.body.update(claimId=givens.claim(operator.email)["claimId"], workspaceId=operator.workspace_id)


def feed_claim_intent(case, number: int) -> None:
    act_with(case, givens.Newcomer().key)
    case.headers.update(givens.elsewhere())
    case.body["prospectEmail"] = stack.new_guest()


def feed_workspace_claim(case, number: int) -> None:
    prospect = stack.new_guest()
    made = givens.Newcomer().call("POST", "/agent/workspaces/claim-intents", prospectEmail=prospect)
    act_as(case, givens.browser_of(prospect))
    case.body["claimId"] = made["claimIntentId"]


def feed_unverified(case) -> None:
    """An identity whose code was mailed."""
    email = stack.new_guest()
    made = identity.register(email)
    case.path_parameters["principalId"] = made
    case.body["code"] = identity.code_of(email)


def feed_agent(case) -> None:
    """An agent that this person allowed."""
    email = stack.new_guest()
    case.path_parameters["principalId"] = identity.allowed_by(email)
    act_as(case, givens.browser_of(email))


def feed_grant(case) -> None:
    person = givens.Newcomer().browser()
    case.path_parameters["grantId"] = givens.grant(person)
    act_as(case, person)


class CalendarHost:
    """A host with a connected calendar."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.host = givens.Newcomer()
        self.person = self.host.browser()

    def connection(self) -> dict:
        return givens.connect(self.person, self.account)


@functools.cache
def kept_host() -> tuple[CalendarHost, dict]:
    host = CalendarHost("ada@acme.test")
    return host, host.connection()


def feed_calendar(case) -> None:
    host, connection = kept_host()
    act_as(case, host.person)
    case.path_parameters["connectionId"] = connection["id"]
    own = [calendar["id"] for calendar in connection["calendars"]]
    if "blocking" in case.body:
        case.body["blocking"] = own[: len(case.body["blocking"])]
    if case.body.get("writeTo"):
        case.body["writeTo"] = own[0]


def feed_disconnected(case) -> None:
    host = CalendarHost("grace@acme.test")
    case.path_parameters["connectionId"] = host.connection()["id"]
    act_as(case, host.person)


@functools.cache
def written_meeting() -> str:
    """A meeting that is in its host's calendar."""
    host, connection = kept_host()
    host.host.call("PATCH", f"/cli/calendars/{connection['id']}", blocking=[], writeTo=connection["calendars"][0]["id"])
    return workspace.needed(workspace.booking_of(host.host.call))


def feed_written(case) -> None:
    booking = written_meeting()
    act_as(case, kept_host()[0].person)
    case.path_parameters["bookingId"] = booking
    # The event is where the meeting is: nothing to follow.
    case.body.pop("keep", None)


@functools.cache
def buyer() -> givens.Newcomer:
    """On trial: nothing is paid yet, and little is used."""
    return givens.Newcomer()


def feed_purchase(case, number: int) -> None:
    """Every second call returns to where the service itself says: other origins are refused."""
    act_with(case, buyer().key)
    if number % 2:
        for name in ("successUrl", "cancelUrl"):
            case.body.pop(name, None)


webhook = path("webhookId", workspace.webhook)

ACCOUNT_FEEDERS = {
    "deleteMe": feed_account,
    "deleteWorkspace": feed_workspace,
    "confirmAddress": feed_address,
    "addPasskey": feed_new_passkey,
    "removePasskey": as_newcomer(feed_passkey),
    "unlinkAccount": as_newcomer(feed_link),
    "verifyNativePasskey": feed_passkey_sign_in,
    "signInWithApple": feed_apple,
    "verifyNativeEmail": feed_native_code,
    "pollNativeClaim": feed_poll,
    "decideNativeClaim": feed_native_claim,
    "createClaimIntent": feed_claim_intent,
    "decideWorkspaceClaim": feed_workspace_claim,
    "verifyIdentity": as_newcomer(feed_unverified),
    "revokeIdentity": path("principalId", lambda: identity.allowed_by(stack.new_guest())),
    "revokeMyAgent": as_newcomer(feed_agent),
    "endMyGrant": as_newcomer(feed_grant),
    "updateCalendar": as_newcomer(feed_calendar),
    "disconnectCalendar": as_newcomer(feed_disconnected),
    "retryCalendarEvent": as_newcomer(feed_written),
    "startCheckout": feed_purchase,
    "updateWebhook": webhook,
    "deleteWebhook": webhook,
    "pingWebhook": webhook,
    "rotateWebhookSecret": webhook,
    "redeliverWebhook": path("deliveryId", workspace.kept_delivery),
}
