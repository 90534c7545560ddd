import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../api/core/call.ts';
import { formProblems } from '../../../../api/pages/booking/form-problems.ts';
import { nothingTyped } from '../../../../api/pages/booking/typed-details.ts';
import type { FormDefinition } from '../../../../schemas/shapes/forms.ts';
import type { Locale } from '../../../../web/parts/locale.ts';

const ENGLISH: Locale = { language: 'en', tag: 'en-GB' };
const GERMAN: Locale = { language: 'de', tag: 'de-DE' };
const options = [{ value: 'one', label: 'One' }];
const form: FormDefinition = {
  slug: 'intake',
  name: 'Intake',
  fields: [
    { key: 'size', type: 'single_select', label: 'Team size', required: true, config: { options } },
    { key: 'seats', type: 'number', label: 'How many seats?', required: false, config: { min: 1, max: 500 } },
  ],
};

const failure = (status: number, details: Record<string, unknown>): Failure => ({
  ok: false,
  status,
  envelope: { error: { code: 'request.unprocessable', message: '', details } },
  rate: null,
});
const answer = (reason: string, key: string) => failure(422, { reason, key });
const issue = (path: string) => failure(400, { issues: [{ path, message: '' }] });

/** What a guest reads in the summary, where no field stands beside it. */
const read = (refused: Failure, locale: Locale = ENGLISH): string[] =>
  formProblems(refused, { typed: { ...nothingTyped, guests: 'sam' }, form, locale }).map(
    ({ about = '–', message }) => `${about} | ${message}`,
  );

describe('each line of the summary names its field', () => {
  it.each([
    ['an answer that is none', answer('answer_invalid', 'size'), 'Team size | Choose one of the answers.'],
    ['a number out of bounds', issue('customFields.seats'), 'How many seats? | A number from 1 to 500.'],
    ['a guest', issue('guests.0'), 'Other people to invite | sam is not an email address.'],
    [
      'a mail domain',
      failure(422, { reason: 'email_domain_blocked' }),
      'Your email | This mail domain is not accepted here. Please use another address.',
    ],
  ])('%s: by its label', (_case, refused, line) => {
    expect(read(refused)).toEqual([line]);
  });

  it.each([
    ['an answer that is missing', answer('answer_required', 'size'), '– | Choose an answer: Team size'],
    ['an address', issue('email'), '– | Enter your email address, such as you@example.com.'],
  ])('%s: once, in its own words', (_case, refused, line) => {
    expect(read(refused)).toEqual([line]);
  });

  it('in German, too', () => {
    expect(read(issue('guests.0'), GERMAN)).toEqual(['Weitere Personen einladen | sam ist keine E-Mail-Adresse.']);
    expect(read(answer('answer_invalid', 'size'), GERMAN)).toEqual(['Team size | Wählen Sie eine der Antworten.']);
  });
});
