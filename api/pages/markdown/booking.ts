import { MINUTE_MS } from '../../../domain/time/civil.ts';
import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../../../store/booking/code-requests.ts';
import { HOLD_FIRM_MS } from '../../../store/booking/holds.ts';
import { MCP_PATH } from '../../mcp/path.ts';
import { eventPath } from '../booking/event-address.ts';
import type { Visit } from '../shell/visit.ts';
import { answersToFillIn } from './questions.ts';
import { bullets, curl, FILL_IN, heading, jsonBlock, numbered } from './text.ts';

/** Includes the zone: the mail shows the time in it, so the guest recognises the chosen time. */
const CODE_REQUEST = { email: 'GUEST_EMAIL', startAt: 'START_UTC', timezone: 'GUEST_ZONE' };

const bookingRequest = (answer: SlotsResponse) => ({
  startAt: 'START_UTC',
  code: 'SIX_DIGITS',
  invitee: { email: 'GUEST_EMAIL', name: 'GUEST_NAME', timezone: 'GUEST_ZONE' },
  ...answersToFillIn(answer),
});

const ASK_FOR_CODE = [
  `2. Ask for a code. It is mailed to the guest, valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes, and the time is kept for ${HOLD_FIRM_MS / MINUTE_MS} (until \`holdExpiresAt\`; if that is null, \`notice\` says why, and it can be booked all the same).`,
  `The subject of the mail begins with the six digits: \`SIX_DIGITS\`, as text. Ask the guest for them, never guess. If no mail comes, send the same call again after ${RESEND_AFTER_MS / 1_000} seconds: only the newest code counts.`,
].join(' ');

const whenItStands = ({ howToBook }: SlotsResponse): string =>
  howToBook.confirmResponse.booking.status === 'pending_confirmation'
    ? 'The request stands once the answer carries `booking`, with the status `pending_confirmation`: tell the guest that the host has yet to approve it.'
    : 'The meeting is booked once the answer carries `booking`, with the status `confirmed`; not before.';

const optional = ({ bookingProtocol }: SlotsResponse): string[] => {
  const inbox = bookingProtocol.emailConfirmation?.agentInbox;
  return [
    'More people for the invite: add `guests`, a list of their addresses, to the body of 3.',
    ...(inbox === undefined ? [] : [`An inbox of your own, in the bodies of both 2 and 3: ${inbox}`]),
  ];
};

/** The calls that book this event over HTTP, ready to run after the words in capitals are replaced. */
export function bookByRest(visit: Visit, address: EventAddress, answer: SlotsResponse): string[] {
  const api = `${visit.kit.services.urls.publicUrl}/api/v1/public${eventPath(address)}`;
  return [
    ...heading(2, 'Book over REST'),
    `${FILL_IN} \`name\` may be left out.`,
    '',
    '1. List the open times in the guest’s zone and let the guest choose. `START_UTC` is `startUtc` of that one, unchanged. For a later day add `&fromDate=YYYY-MM-DD`.',
    '',
    ...curl(`${api}/slots?timezone=GUEST_ZONE`),
    '',
    ASK_FOR_CODE,
    '',
    ...curl(`${api}/otp`, CODE_REQUEST),
    '',
    `3. Book. ${whenItStands(answer)}`,
    '',
    ...curl(`${api}/book`, bookingRequest(answer)),
    '',
    ...bullets(optional(answer)),
    '',
    'If you can only GET:',
    '',
    ...numbered(answer.howToBook.steps),
  ];
}

/** The same over MCP: the tools and their arguments. */
export function bookByMcp(visit: Visit, address: EventAddress, answer: SlotsResponse): string[] {
  const { workspace, username, eventSlug } = address;
  const event = { workspace, username, eventSlug };
  return [
    ...heading(2, 'Book over MCP'),
    `Server (streamable HTTP, no key): ${visit.kit.services.urls.publicUrl}${MCP_PATH}`,
    '',
    'The same three steps, with the same words to replace.',
    '',
    ...jsonBlock({ name: 'get_availability', arguments: { ...event, timezone: 'GUEST_ZONE' } }),
    '',
    ...jsonBlock({ name: 'request_booking_code', arguments: { ...event, ...CODE_REQUEST } }),
    '',
    ...jsonBlock({ name: 'confirm_booking', arguments: { ...event, ...bookingRequest(answer) } }),
  ];
}

/** The next step: the meeting's own page. Only the guest's mail has its address. */
export function afterBooking(visit: Visit): string[] {
  return [
    ...heading(2, 'Move or cancel it later'),
    `The mail that the guest gets now, “Confirmed” or “Waiting for …”, has a link under “Reschedule or cancel”: ${visit.kit.services.urls.publicUrl}/manage/…. Ask the guest for it, add \`.md\`, and read the calls there. The booking’s id does not help.`,
  ];
}
