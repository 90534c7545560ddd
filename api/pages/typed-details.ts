import type { FormDefinition } from '../../schemas/forms.ts';
import type { TypedDetails } from '../../web/pages/details.tsx';
import type { Visit } from './visit.ts';

const ANSWER = /^customFields\[([a-z][a-z0-9_]{0,39})\]$/;

export const nothingTyped: TypedDetails = { name: '', email: '', guests: '', answers: {} };

/** The details form as it was posted, untouched: what is wrong in it is shown again as it was typed. */
export function readTyped(visit: Visit): TypedDetails {
  const answers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries((visit.request.body ?? {}) as Record<string, unknown>)) {
    const key = ANSWER.exec(name)?.[1];
    if (key !== undefined && (typeof value === 'string' || Array.isArray(value))) answers[key] = value;
  }
  return { name: visit.field('name'), email: visit.field('email'), guests: visit.field('guests'), answers };
}

/** One address a line, as asked; commas and semicolons are what people paste. */
export const guestList = ({ guests }: Pick<TypedDetails, 'guests'>): string[] =>
  guests.split(/[\s,;]+/).filter((address) => address !== '');

/**
 * The typed details as input of an operation. Unanswered questions are left out, and so are questions that the form no
 * longer has: a page may be older than the form.
 * @param form undefined: the answers were checked before
 */
export function detailsInput(typed: TypedDetails, form?: FormDefinition | null) {
  const asked = form === undefined ? undefined : new Set(form?.fields.map(({ key }) => key));
  const answers = Object.entries(typed.answers).filter(([key, value]) => value !== '' && (asked?.has(key) ?? true));
  const guests = guestList(typed);
  const name = typed.name.trim();
  return {
    email: typed.email.trim(),
    ...(name === '' ? {} : { name }),
    ...(guests.length === 0 ? {} : { guests }),
    ...(answers.length === 0 ? {} : { customFields: Object.fromEntries(answers) }),
  };
}
