import { isConditional } from '../../domain/forms/required-field-keys.ts';
import type { FormField } from '../../schemas/forms.ts';
import type { SlotsResponse } from '../../schemas/slots.ts';
import { MCP_PATH } from '../mcp-path.ts';
import { type EventAddress, eventPath } from './event-address.ts';
import { curl, FILL_IN, heading, jsonBlock, numbered } from './markdown-text.ts';
import type { Visit } from './visit.ts';

/** What every booking asks for stands in the call by itself. */
const ALWAYS: ReadonlySet<string> = new Set(['email', 'timezone', 'name']);

/** An answer to be filled in, of the type that the question takes. */
const placeholder = ({ key, type, config }: FormField): unknown => {
  if (type === 'multi_select') return [config?.options?.[0]?.value ?? 'ANSWER'];
  if (type === 'single_select') return config?.options?.[0]?.value ?? 'ANSWER';
  if (type === 'number') return config?.min ?? 1;
  if (type === 'boolean') return true;
  return `ANSWER_${key.toUpperCase()}`;
};

const customFields = ({ agentBooking }: SlotsResponse): { customFields?: Record<string, unknown> } => {
  const asked = agentBooking.bookerRequirements.fields.filter(
    (field) => field.required && !isConditional(field) && !ALWAYS.has(field.key),
  );
  if (asked.length === 0) return {};
  return { customFields: Object.fromEntries(asked.map((field) => [field.key, placeholder(field)])) };
};

const codeWish = (startAt: string) => ({ email: 'GUEST_EMAIL', startAt });

const bookingWish = (answer: SlotsResponse, startAt: string) => ({
  startAt,
  code: 'SIX_DIGITS',
  invitee: { email: 'GUEST_EMAIL', name: 'GUEST_NAME', timezone: 'GUEST_ZONE' },
  ...customFields(answer),
});

const startOf = ({ slots }: SlotsResponse): string => slots[0]?.startUtc ?? 'START_UTC';

/** The calls that book this event over HTTP, ready to run once the words in capitals are filled in. */
export function bookByRest(visit: Visit, address: EventAddress, answer: SlotsResponse): string[] {
  const api = `${visit.kit.services.urls.publicUrl}/api/v1/public${eventPath(address)}`;
  const startAt = startOf(answer);
  return [
    ...heading(2, 'Book over REST'),
    FILL_IN,
    '',
    '`startAt` is the time that the guest chose. First the open times in the guest’s zone, by its IANA name:',
    '',
    ...curl(`${api}/slots?timezone=GUEST_ZONE`),
    '',
    'A six-digit code, mailed to the guest; it holds the time for 3 minutes and is valid for 10. Ask the guest for it, never guess:',
    '',
    ...curl(`${api}/otp`, codeWish(startAt)),
    '',
    'The booking. It stands once the answer carries `booking`:',
    '',
    ...curl(`${api}/book`, bookingWish(answer, startAt)),
    '',
    'If you can only GET:',
    '',
    ...numbered(answer.howToBook.steps),
  ];
}

/** The same over MCP: the tools and their arguments. */
export function bookByMcp(visit: Visit, address: EventAddress, answer: SlotsResponse): string[] {
  const startAt = startOf(answer);
  const { workspace, username, eventSlug } = address;
  const event = { workspace, username, eventSlug };
  return [
    ...heading(2, 'Book over MCP'),
    `Server (streamable HTTP, no key): ${visit.kit.services.urls.publicUrl}${MCP_PATH}`,
    '',
    ...jsonBlock({ name: 'get_availability', arguments: { ...event, timezone: 'GUEST_ZONE' } }),
    '',
    ...jsonBlock({ name: 'request_booking_code', arguments: { ...event, ...codeWish(startAt) } }),
    '',
    ...jsonBlock({ name: 'confirm_booking', arguments: { ...event, ...bookingWish(answer, startAt) } }),
  ];
}
