interface Addresses {
  readonly appUrl: string;
  readonly publicUrl: string;
}

/**
 * A whole booking with curl on the demo data. README.md has the same commands; a test compares them. They
 * can be pasted line by line. Some shells run comments, so comments have no quotes and no semicolons.
 */
export const firstBooking = ({ appUrl, publicUrl }: Addresses): string =>
  `\
ADA=${publicUrl}/api/v1/public/acme/ada
EVENT=$ADA/intro-30
MAILBOX='${appUrl}/dev/mailbox.json?to=guest@example.com'
json() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }
post() { curl -sw '\\n' "$1" -H 'Content-Type: application/json' -d "$2"; }

# 1. list the events of Ada, find the first open slot
curl -s $ADA | json 'eventTypes.map(({ name }) => name)'
START=$(curl -s "$EVENT/slots?timezone=Europe/Lisbon&limit=1" | json 'slots[0].startUtc'); echo "$START"

# 2. mail a six-digit code to the guest and hold the slot
post $EVENT/otp '{"email":"guest@example.com","startAt":"'$START'","timezone":"Europe/Lisbon"}'

# 3. read the code from the local mailbox
CODE=$(curl -s "$MAILBOX" | json 'messages[0].subject.slice(0, 6)'); echo "$CODE"

# 4. book
post $EVENT/book '{"startAt":"'$START'","code":"'$CODE'",
  "invitee":{"email":"guest@example.com","name":"Sam Guest","timezone":"Europe/Lisbon"}}'

# 5. read the manage token from the link in the confirmation mail
until TOKEN=$(curl -s "$MAILBOX" | json 'messages[0].text.match(/manage.([\\w-]{43})/)?.[1] ?? ""') && [ "$TOKEN" ]; do sleep 0.2; done

# 6. move to another time
START=$(curl -s "$EVENT/slots?limit=1" | json 'slots[0].startUtc'); echo "$START"
post $EVENT/reschedule '{"token":"'$TOKEN'","startAt":"'$START'"}'

# 7. cancel, the time is free again
post $EVENT/cancel '{"token":"'$TOKEN'","reason":"Only a try"}'
`.trimEnd();
