interface Addresses {
  readonly appUrl: string;
  readonly publicUrl: string;
}

/**
 * A whole booking with curl on the demo data, as shell commands: README.md shows the same, and a test holds them together. They
 * may be pasted line by line, also where a shell takes comments for commands, so these have no quotes and no semicolons.
 */
export const firstBooking = ({ appUrl, publicUrl }: Addresses): string =>
  `\
ADA=${publicUrl}/api/v1/public/acme/ada
EVENT=$ADA/intro-30
MAILBOX='${appUrl}/dev/mailbox.json?to=guest@example.com'
json() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }
post() { curl -sw '\\n' "$1" -H 'Content-Type: application/json' -d "$2"; }

# 1. what can be booked with Ada, and the first open slot
curl -s $ADA | json 'eventTypes.map(({ name }) => name)'
START=$(curl -s "$EVENT/slots?timezone=Europe/Lisbon&limit=1" | json 'slots[0].startUtc'); echo "$START"

# 2. a six-digit code for the guest, who has the slot held meanwhile
post $EVENT/otp '{"email":"guest@example.com","startAt":"'$START'"}'

# 3. the code, from the local mailbox
CODE=$(curl -s "$MAILBOX" | json 'messages[0].subject.slice(0, 6)'); echo "$CODE"

# 4. the booking
post $EVENT/book '{"startAt":"'$START'","code":"'$CODE'",
  "invitee":{"email":"guest@example.com","name":"Sam Guest","timezone":"Europe/Lisbon"}}'

# 5. the token of the guest, from the link in the confirmation, which comes a moment later
until TOKEN=$(curl -s "$MAILBOX" | json 'messages[0].text.match(/manage.([\\w-]{43})/)?.[1] ?? ""') && [ "$TOKEN" ]; do sleep 0.2; done

# 6. another time
START=$(curl -s "$EVENT/slots?limit=1" | json 'slots[0].startUtc'); echo "$START"
post $EVENT/reschedule '{"token":"'$TOKEN'","startAt":"'$START'"}'

# 7. canceled, and the time is free again
post $EVENT/cancel '{"token":"'$TOKEN'","reason":"Only a try"}'
`.trimEnd();
