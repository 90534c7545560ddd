"""What a browser, an authenticator or a provider would do; scripts/fuzz-givens.ts does it."""

import itertools
import os
import time

import requests

import people
import stack

URL = os.environ["HOLDFAST_GIVENS_URL"]

_networks = itertools.count(1)


def ask(name: str, **asked: object) -> dict:
    response = requests.post(f"{URL}/{name}", json=asked, timeout=60)
    if not response.ok:
        raise RuntimeError(f"{name}: {response.text}")
    return response.json()


def elsewhere() -> dict[str, str]:
    """Codes and claims are counted by network, so each newcomer comes from another."""
    number = next(_networks)
    return {"X-Forwarded-For": f"203.{number // 250}.{number % 250}.7"}


def browser_of(email: str, workspace_id: str | None = None) -> people.Person:
    """A person who signed in just now. Without an account they get one, in no workspace."""
    given = ask("person", email=email)
    return people.Person(given["session"], given["csrfToken"], workspace_id)


def native_code(email: str) -> dict:
    """The fields that exchange a mailed code for a key."""
    started = people.called("POST", "/auth/native/email/start", {"email": email}, headers=elsewhere())
    return {"challengeId": started["challengeId"], "code": stack.letters_in(stack.mail(email, "sign_in_code"))}


class Newcomer:
    """The owner of a new workspace, with a key: made by native sign-in."""

    def __init__(self) -> None:
        self.email = stack.new_guest()
        answer = people.called("POST", "/auth/native/email/verify", native_code(self.email), headers=elsewhere())
        self.key: str = answer["apiKey"]
        self.workspace_id: str = answer["workspace"]["id"]
        self.slug: str = answer["workspace"]["slug"]

    def call(self, method: str, path: str, **body: object) -> dict:
        """A call with the key that must succeed."""
        return people.called(method, path, body, headers={"Authorization": f"Bearer {self.key}", **elsewhere()})

    def browser(self) -> people.Person:
        return browser_of(self.email, self.workspace_id)


def passkey(person: people.Person) -> tuple[str, str]:
    """Adds one. Returns its id here and at its authenticator."""
    options = person.call("POST", "/me/passkeys/options")
    credential = ask("passkey", publicKey=options["publicKey"])
    added = person.call("POST", "/me/passkeys", challengeId=options["challengeId"], name="Fuzz", credential=credential)
    return added["passkey"]["id"], credential["id"]


def claim(operator: str) -> dict:
    return ask("claim", operator=operator)


def _told(person: people.Person) -> dict:
    return {"session": person.session, "csrfToken": person.csrf_token, "workspaceId": person.workspace_id}


def connect(person: people.Person, account: str) -> dict:
    """Connects an account of the Google stand-in. Returns the connection once its calendars are read."""
    ask("calendar", person=_told(person), account=account)
    end = time.monotonic() + stack.MAIL_PATIENCE_SECONDS
    while time.monotonic() < end:
        for connection in person.call("GET", "/cli/calendars")["calendars"]:
            if connection["calendars"]:
                return connection
        time.sleep(0.1)
    raise RuntimeError(f"The calendars of {account} are not read")


def grant(person: people.Person) -> str:
    """Connects an app. Returns the grant's id."""
    ask("grant", person=_told(person))
    return person.call("GET", "/me/grants")["grants"][0]["id"]


def linked_account() -> tuple[people.Person, str]:
    """A person who signed in with Apple, and the id of the link."""
    email = stack.new_guest()
    people.called("POST", "/auth/native/apple", ask("apple", email=email))
    person = browser_of(email)
    return person, person.call("GET", "/me/linked-accounts")["linkedAccounts"][0]["id"]
