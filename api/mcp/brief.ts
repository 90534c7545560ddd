import type { ErrorEnvelope } from '../../schemas/errors.ts';
import type { Output } from '../../schemas/operation.ts';
import type { bookable } from '../../schemas/operations/bookable.ts';
import type { meetings } from '../../schemas/operations/meetings.ts';
import { hasWords } from '../core/json-schema.ts';

type Slots = Output<typeof bookable.listSlots>;
type Times = { readonly startUtc: string; readonly startLocal: string }[];

const NEXT =
  'Let the guest choose a time. Then request_booking_code with startAt = its startUtc and customFields = the answers to form, then confirm_booking. To move a meeting do not book again: the guest moves it at the link in their mail.';

const APPROVED_FIRST =
  ' The host approves each booking of this event: confirm_booking answers pending_confirmation, which is not confirmed yet. Tell the guest.';

/** With the token of a meeting the times are those that it can move to. */
const NEXT_OF_A_MOVE =
  'Let the guest choose a time. They move the meeting themselves, at the link in their mail: no tool does it, and booking would make a second one.';

const ONLY_IF_SET = ['requireBusinessEmail', 'blockRestrictedEmailDomains'] as const;

/** Without the milliseconds, which are always zero. */
const short = (instant: string): string => instant.replace(/\.000Z$/, 'Z');

function byDate(slots: Slots['slots']) {
  const days = new Map<string, { dateLocal: string; dayOfWeek: string; times: Times }>();
  for (const { startUtc, bookerLocal } of slots) {
    const { dateLocal, dayOfWeek, startLocal } = bookerLocal;
    const day = days.get(dateLocal) ?? { dateLocal, dayOfWeek, times: [] };
    day.times.push({ startUtc: short(startUtc), startLocal });
    days.set(dateLocal, day);
  }
  return [...days.values()];
}

/** The rules that refuse some guests. */
const strictRules = (policy: Slots['bookingPolicy']) => {
  const set = ONLY_IF_SET.filter((name) => policy[name]);
  return set.length > 0 ? { bookingPolicy: Object.fromEntries(set.map((name) => [name, true])) } : {};
};

/** Inputs that would restrict the next call to the same empty days. */
const BOUNDS = ['when', 'to', 'fromDate', 'toDate'] as const;
type Asked = { readonly token?: unknown } & { readonly [bound in (typeof BOUNDS)[number]]?: unknown };

/** The first instruction says why; REST's way on is an address. */
function whenEmpty({ instructions: [why = ''] }: Slots['agentBooking'], next: string | null, input: Asked): string {
  if (next === null) return why;
  const bounds = BOUNDS.filter((bound) => input[bound] !== undefined);
  const without = bounds.length === 0 ? '' : `, without ${bounds.join(' and ')}`;
  return `No time is open here. Ask again with from = nextAvailableStartUtc${without}.`;
}

/**
 * The open times of an event, by day: what a model needs to offer one and to book it. Names are those of the full answer.
 */
function briefAvailability(
  { eventType, agentBooking, availability, slots, emptyReason, bookingPolicy, howToBook }: Slots,
  input: Asked,
) {
  const { slug, name, durationMinutes, locationType, form } = eventType;
  const { bookerTimezone, truncatedByLimit, queriedToUtc, nextAvailableStartUtc, understood } = availability;
  return {
    eventType: { slug, name, durationMinutes, locationType },
    bookerTimezone,
    ...(understood === undefined ? {} : { understood }),
    slotsByDate: byDate(slots),
    ...(truncatedByLimit ? { truncatedByLimit, queriedToUtc: short(queriedToUtc) } : {}),
    ...(slots.length > 0 ? {} : { emptyReason, nextAvailableStartUtc }),
    ...strictRules(bookingPolicy),
    form: form && { fields: form.definition.fields, requiredFieldKeys: form.requiredFieldKeys },
    next:
      slots.length === 0
        ? whenEmpty(agentBooking, nextAvailableStartUtc, input)
        : input.token === undefined
          ? `${NEXT}${howToBook.confirmResponse.booking.status === 'pending_confirmation' ? APPROVED_FIRST : ''}`
          : NEXT_OF_A_MOVE,
  };
}

type Meetings = Output<typeof meetings.listMeetings>;
type Line = Meetings['meetings'][number];

/** Values that all lines share are stated once. */
const shared = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);

const withoutZone = ({ display, timezone }: Line['local']): string => display.replace(` (${timezone})`, '');

/**
 * A list of meetings: when, what, with whom, and the id. get_meeting has the rest of one. `timezone` and `host` stand at the top where they are
 * those of every line.
 */
function briefMeetings({ untrusted, meetings, nextCursor }: Meetings) {
  const timezone = shared(meetings.map(({ local }) => local.timezone));
  const host = shared(meetings.map(({ host: { name } }) => name));
  const lines = meetings.map(({ id, local, status, takesPlace, eventType, host: { name }, otherHosts, invitee }) => ({
    id,
    display: timezone === undefined ? local.display : withoutZone(local),
    status,
    takesPlace,
    event: eventType.name,
    ...(host === undefined ? { host: name } : {}),
    ...(otherHosts ? { otherHosts: otherHosts.map((other) => other.name) } : {}),
    invitee: { name: invitee.name, email: invitee.email },
  }));
  // Only what is left here: a path to nothing teaches a model to pass over the list.
  const ofStrangers = untrusted?.filter((path) => hasWords({ meetings: lines }, path.split('.'))) ?? [];
  return {
    ...(ofStrangers.length > 0 ? { untrusted: ofStrangers } : {}),
    ...(timezone === undefined ? {} : { timezone }),
    ...(host === undefined ? {} : { host }),
    meetings: lines,
    nextCursor,
  };
}

const WHOLE = 'Invalid request: ';

/**
 * A refusal as a model reads it. What the issues say, the message does not say again: it names the fields. REST keeps it whole, for people
 * who see the message alone.
 */
export function briefRefusal(envelope: ErrorEnvelope): ErrorEnvelope {
  const { code, message, details } = envelope.error;
  const issues = details?.issues ?? [];
  if (issues.length === 0 || !message.startsWith(WHOLE)) return envelope;
  const fields = issues.map(({ path }) => path).filter(Boolean);
  return { error: { code, message: `${WHOLE}${[...fields, 'see details.issues'].join(', ')}`, details } };
}

type Answer = Readonly<Record<string, unknown>>;

/** The tools whose whole answer is much more than a model needs. Each takes `detail: "full"` (schemas/shapes/detail.ts). */
const BRIEF = new Map<string, (answer: never, input: Answer) => Answer>([
  ['get_availability', briefAvailability],
  ['list_meetings', briefMeetings],
]);

/** The answer of a tool as MCP gives it: brief if the tool has such a form, unless the call asks for all. */
export function briefOf(tool: string, input: unknown, answer: Answer): Answer {
  const brief = BRIEF.get(tool);
  const asked = (input ?? {}) as Answer;
  return brief && asked.detail !== 'full' ? brief(answer as never, asked) : answer;
}
