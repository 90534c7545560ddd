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


@functools.cache
def principal_id() -> str:
    """Registered and verified once, with the code from the owner's mailbox."""
    email = people.OWNER.call("GET", "/me")["user"]["email"]
    made = workspace.call("POST", "/agent/identities", prospectEmail=email, agentLabel="Fuzz")["principalId"]
    code = stack.code_in(stack.mail(email, "identity_code"))
    workspace.call("POST", f"/agent/identities/{made}/verify", code=code, scopes=SCOPES)
    return workspace.needed(made)


@functools.cache
def token() -> str:
    """An intent token lives longer than a run."""
    return workspace.call("POST", f"/agent/identities/{principal_id()}/intent-tokens")["intentToken"]
