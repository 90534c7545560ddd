import { addressFromQuery } from '../../../domain/mail/query-address.ts';
import { singleLine } from '../../../domain/untrusted-text.ts';
import type { FormDefinition } from '../../../schemas/shapes/forms.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import { guestAddresses, MOST_GUESTS } from '../../../web/parts/guest-list.ts';
import type { Visit } from '../shell/visit.ts';

const ANSWER = /^customFields\[([a-z][a-z0-9_]{0,39})\]$/;
const COUNTRY = /^country\[([a-z][a-z0-9_]{0,39})\]$/;

/** The names of `?name=` and `?email=`, which a website that knows its visitor adds to a link. */
const GIVEN = { name: 120, email: 254 } as const;

/** What the link gives of the guest; the guest can change it. */
export function givenByLink(visit: Visit): { name?: string; email?: string } {
  const given = Object.entries(GIVEN).flatMap(([field, most]) => {
    const text = singleLine(visit.query(field) ?? '', most);
    return text === '' ? [] : [[field, field === 'email' ? addressFromQuery(text) : text] as const];
  });
  return Object.fromEntries(given);
}

export const nothingTyped: TypedDetails = { name: '', email: '', guests: '', answers: {} };

/** The details form as it was posted, unchanged: a wrong input is shown again as typed. */
export function readTyped(visit: Visit): TypedDetails {
  const answers: Record<string, string | string[]> = {};
  const countries: Record<string, string> = {};
  for (const [name, value] of Object.entries((visit.request.body ?? {}) as Record<string, unknown>)) {
    const key = ANSWER.exec(name)?.[1];
    if (key !== undefined && (typeof value === 'string' || Array.isArray(value))) answers[key] = value;
    const called = COUNTRY.exec(name)?.[1];
    if (called !== undefined && typeof value === 'string' && /^([A-Z]{2})?$/.test(value)) countries[called] = value;
  }
  return { name: visit.field('name'), email: visit.field('email'), guests: visit.field('guests'), answers, countries };
}

/**
 * The typed details as input of an operation. Unanswered questions are left out, and so are questions that the form no
 * longer has: a page may be older than the form.
 * @param form undefined: the answers were checked before
 */
export function detailsInput(typed: TypedDetails, form?: FormDefinition | null) {
  const asked = form === undefined ? undefined : new Set(form?.fields.map(({ key }) => key));
  const answers = Object.entries(typed.answers).filter(([key, value]) => value !== '' && (asked?.has(key) ?? true));
  // One more than allowed is enough for the refusal.
  const guests = guestAddresses(typed.guests).slice(0, MOST_GUESTS + 1);
  const name = typed.name.trim();
  return {
    email: typed.email.trim(),
    ...(name === '' ? {} : { name }),
    ...(guests.length === 0 ? {} : { guests }),
    ...(answers.length === 0 ? {} : { customFields: Object.fromEntries(answers) }),
  };
}
