"""An agent that the owner of the workspace allowed to act for them."""

import functools

import people
import stack
import workspace

SCOPES = [
    "agent.identity.read",
    "agent.identity.revoke",
    "agent.user.signup",
    "agent.workspace.create",
    "agent.workspace.invite",
    "agent.billing.checkout",
    "agent.booking.read",
    "agent.booking.write",
    "agent.calendar.connect",
]


def register(email: str) -> str:
    """Mails the person a code."""
    return workspace.call("POST", "/agent/identities", prospectEmail=email, agentLabel="Fuzz")["principalId"]


def code_of(email: str) -> str:
    return stack.code_in(stack.mail(email, "identity_code"))


def allowed_by(email: str) -> str:
    """Registered, and verified with the code from the person's mailbox."""
    made = register(email)
    workspace.call("POST", f"/agent/identities/{made}/verify", code=code_of(email), scopes=SCOPES)
    return made


@functools.cache
def principal_id() -> str:
    return workspace.needed(allowed_by(people.OWNER.call("GET", "/me")["user"]["email"]))


@functools.cache
def token() -> str:
    """An intent token lives longer than a run."""
    return workspace.call("POST", f"/agent/identities/{principal_id()}/intent-tokens")["intentToken"]
