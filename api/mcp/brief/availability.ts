import type { Output } from '../../../schemas/operation.ts';
import type { bookable } from '../../../schemas/operations/bookable.ts';

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
export function briefAvailability(
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
