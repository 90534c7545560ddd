"""Chooses the caller: the owner with a key or a session, or a demo person if the call would end the session."""

import functools
import zlib

import identity
import people


class WithKey:
    """Mostly the key. A session may do the same, by the same code path."""

    def sign(self, case) -> None:
        case.headers["Authorization"] = f"Bearer {people.KEY}"


class ForPerson:
    """The key and an intent token: an agent that the owner allowed."""

    def sign(self, case) -> None:
        case.headers["Authorization"] = f"Bearer {people.KEY}"
        case.headers["X-Svc-Agent-Intent"] = identity.token()


class InBrowser:
    def __init__(self, person: people.Person) -> None:
        self.person = person

    def sign(self, case) -> None:
        case.headers.pop("Authorization", None)
        case.cookies[people.COOKIE] = self.person.session
        case.headers.update(self.person.headers())


@functools.cache
def ada() -> people.Person:
    return people.sign_in("ada")


# Another person for calls that end sessions, make workspaces (an owner has at most twenty), join one, or give any role.
PEOPLE = {
    "revokeSession": lambda: people.sign_in("linus"),
    "revokeAllSessions": lambda: people.sign_in("linus"),
    "createWorkspace": lambda: people.sign_in("grace"),
    "acceptInvitation": ada,
    # No key makes owners and admins.
    "inviteMember": lambda: people.OWNER,
    "updateMemberRole": lambda: people.OWNER,
}


def caller_of(operation_id: str, security: list[dict], number: int):
    if operation_id in PEOPLE:
        return InBrowser(PEOPLE[operation_id]())
    if all("agentIntent" in choice for choice in security):
        return ForPerson()
    takes_key = any("apiKey" in choice for choice in security)
    takes_session = any("session" in choice for choice in security)
    if takes_key and not takes_session:
        return WithKey()
    if takes_key and zlib.crc32(str(number).encode()) % 5:
        return WithKey()
    return InBrowser(people.OWNER)
