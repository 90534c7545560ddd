"""People in a browser: the owner that scripts/fuzz.ts signed in, and demo people."""

import dataclasses
import json
import os
import re

import requests

APP_URL = os.environ["HOLDFAST_APP_URL"]
COOKIE = "holdfast"


@dataclasses.dataclass(frozen=True)
class Person:
    session: str
    csrf_token: str
    # Default: the owner's.
    workspace_id: str | None = None

    def headers(self) -> dict[str, str]:
        return {"X-CSRF-Token": self.csrf_token, "X-Workspace-Id": self.workspace_id or WORKSPACE_ID}

    def call(self, method: str, path: str, **body: object) -> dict:
        """A call of the host API that must succeed."""
        return called(method, path, body, headers=self.headers(), cookies={COOKIE: self.session})


def called(method: str, path: str, body: dict, **more: object) -> dict:
    """The answer of a call that must succeed."""
    passed = {"params": body} if method in ("GET", "DELETE") else {"json": body}
    response = requests.request(method, f"{APP_URL}/api/v1{path}", timeout=30, **passed, **more)
    if not response.ok:
        raise RuntimeError(f"{method} {path}: {response.status_code} {response.text}")
    return response.json()


def sign_in(username: str) -> Person:
    """A demo person in a new browser: each call makes another session."""
    browser = requests.Session()
    login = browser.get(f"{APP_URL}/login", timeout=20).text
    form = {"pageToken": _field(login, "pageToken"), "return_to": "/", "person": username}
    home = browser.post(f"{APP_URL}/login/local", data=form, timeout=20).text
    csrf_token = re.search(r'data-csrf-token="([^"]+)"', home).group(1)
    return Person(browser.cookies[COOKIE], csrf_token)


def session_id(username: str) -> str:
    """The session of a browser that is not needed."""
    sessions = sign_in(username).call("GET", "/me/sessions")["sessions"]
    return next(session["id"] for session in sessions if session["current"])


def _field(html: str, name: str) -> str:
    return re.search(f'name="{name}" value="([^"]*)"', html).group(1)


_given = json.loads(os.environ["HOLDFAST_OWNER"])
WORKSPACE_ID: str = _given["workspaceId"]
OWNER_ID: str = _given["userId"]
KEY: str = _given["key"]["secret"]
OWNER = Person(_given["session"], _given["csrfToken"])
# Written with SQL: a meeting that has begun cannot be booked.
PAST_MEETING: str = os.environ["HOLDFAST_PAST_MEETING"]
# Ids needed for the whole run.
NEEDED: set[str] = {_given["key"]["id"], OWNER_ID}
