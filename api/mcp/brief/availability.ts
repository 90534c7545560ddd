import type { Output } from '../../../schemas/operation.ts';
import type { bookable } from '../../../schemas/operations/bookable.ts';

type Slots = Output<typeof bookable.listSlots>;
type Times = { readonly startUtc: string; readonly startLocal: string }[];

const NEXT =
  'Let the guest choose a time. Then request_booking_code with startAt = its startUtc and customFields = the answers to form, then confirm_booking. To move a meeting do not book again: the guest moves it at the link in their mail.';

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

/**
 * The open times of an event, by day: what a model needs to offer one and to book it. Names are those of the full answer.
 */
export function briefAvailability({ eventType, availability, slots, emptyReason, bookingPolicy }: Slots) {
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
      slots.length > 0
        ? NEXT
        : 'No time is open here. Ask again with later dates, such as from = nextAvailableStartUtc.',
  };
}
