"""Books a slot of the demo's host with a generated client, as a guest does."""

import json
import random
import sys
import time
import urllib.request

from holdfast_api import Client
from holdfast_api.api.public_booking import book, request_code
from holdfast_api.api.public_events import list_slots
from holdfast_api.models import BookBody, RequestCodeBody

app_url, public_url = sys.argv[1:]
client = Client(base_url=f"{public_url}/api/v1/public", raise_on_unexpected_status=True)
event = {"workspace": "acme", "username": "ada", "event_slug": "intro-30"}
timezone = "Europe/Berlin"
email = f"python{time.time_ns()}@example.com"

slots = list_slots.sync(**event, client=client, when="in two weeks", timezone=timezone).to_dict()["slots"]
start_at = random.choice(slots)["startUtc"]
asked = {"email": email, "startAt": start_at, "timezone": timezone}
request_code.sync(**event, client=client, body=RequestCodeBody.from_dict(asked))
with urllib.request.urlopen(f"{app_url}/dev/mailbox.json?to={email}") as mailbox:
    code = json.load(mailbox)["messages"][0]["subject"][:6]
booking = {"startAt": start_at, "code": code, "invitee": {"email": email, "timezone": timezone}}
print(book.sync(**event, client=client, body=BookBody.from_dict(booking)).message)
