import { GUEST_NUMBER_KEY } from '../../../domain/forms/guest-number.ts';
import { toE164 } from '../../../domain/forms/phone-numbers.ts';
import type { FormDefinition } from '../../../schemas/shapes/forms.ts';
import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import { questionWords } from '../../../texts/en/pages/details.ts';
import { translated } from '../../../texts/translated.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import { plainNumber } from '../../../web/parts/answer-words.ts';
import type { Locale } from '../../../web/parts/locale.ts';

/** The event's form as its page asks it: the question for the number of a phone call is in the page's language. */
export function askedForm({ eventType }: SlotsResponse, { language }: Locale): FormDefinition | null {
  const form = eventType.form?.definition ?? null;
  if (form === null) return null;
  const { guestNumber: label, guestNumberHint: helpText } = translated(questionWords, language);
  const fields = form.fields.map((field) => (field.key === GUEST_NUMBER_KEY ? { ...field, label, helpText } : field));
  return { ...form, fields };
}

/** Converts numbers from the guest's language, and phone numbers from their country, to the contract's form. */
export function withPlainNumbers(typed: TypedDetails, form: FormDefinition | null, locale: Locale): TypedDetails {
  const answers = { ...typed.answers };
  for (const { key, type } of form?.fields ?? []) {
    const answer = answers[key];
    if (typeof answer !== 'string') continue;
    if (type === 'number') answers[key] = plainNumber(answer, locale);
    if (type === 'phone') answers[key] = toE164(answer, typed.countries?.[key] ?? '') ?? answer;
  }
  return { ...typed, answers };
}
