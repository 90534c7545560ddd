import { expect, it } from 'vitest';
import { formAskedOf, GUEST_NUMBER_KEY, sampleAnswers } from '../../../domain/forms/guest-number.ts';
import { toE164 } from '../../../domain/forms/phone-numbers.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { callingList, countryOfZone } from '../../../web/parts/calling-countries.ts';

it.each([
  ['030 123456', 'DE', '+4930123456'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['1 415 555 2671', 'US', '+14155552671'],
  // Italian numbers keep their 0 abroad.
  ['06 1234 5678', 'IT', '+390612345678'],
  ['8 (912) 345-67-89', 'RU', '+79123456789'],
  ['+49 30 123456', 'US', '+4930123456'],
  ['0044 20 7946 0958', 'DE', '+442079460958'],
  ['+49\u00a030/123456', '', '+4930123456'],
])('%s of %s is %s', (typed, country, number) => {
  expect(toE164(typed, country)).toBe(number);
});

it.each([
  ['030 123456', ''],
  ['030 123456', 'ZZ'],
  ['12', 'DE'],
  ['call me', 'DE'],
  ['+0 30 123456', 'DE'],
  ['+49 30 123456 or 7', 'DE'],
  ['', 'DE'],
  ['1234567890123456', 'DE'],
])('%j of %j is no number', (typed, country) => {
  expect(toE164(typed, country)).toBeUndefined();
});

it.each([
  ['Europe/Berlin', 'DE'],
  ['Asia/Kolkata', 'IN'],
  ['Europe/Kyiv', 'UA'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['UTC', undefined],
  ['Etc/GMT+3', undefined],
])('the country of %s is %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

it('lists countries by name in the reader’s language', () => {
  const german = callingList({ language: 'de', tag: 'de-DE' });
  expect(german).toContainEqual({ country: 'AT', label: 'Österreich (+43)' });
  expect(german.findIndex(({ country }) => country === 'AT')).toBeLessThan(
    german.findIndex(({ country }) => country === 'PT'),
  );
});

const call = { id: 'event', locationType: 'phone', locationDetail: null } as const;
const field = (key: string, type: FormField['type']): FormField => ({ key, type, label: key, required: true });
const keysOf = (form: ReturnType<typeof formAskedOf>) => form?.definition.fields.map(({ key }) => key);
const own = (...fields: FormField[]) => ({ id: 'form', definition: { slug: 'own', name: 'Own', fields } });

const required = (form: ReturnType<typeof formAskedOf>) =>
  form?.definition.fields.filter((one) => one.required && one.conditionalLogic === undefined).map(({ key }) => key);

it('one number is always needed: that of the form, or else ours', () => {
  const optional = (key: string, type: FormField['type']): FormField => ({ ...field(key, type), required: false });
  const onlyIf = { all: [{ key: 'by_phone', op: 'equals', value: true }] } as const;
  expect(required(formAskedOf(call, null))).toEqual([GUEST_NUMBER_KEY]);
  expect(required(formAskedOf(call, own(optional('mobile', 'phone'), optional('home', 'phone'))))).toEqual(['mobile']);
  expect(required(formAskedOf(call, own(optional('home', 'phone'), field('mobile', 'phone'))))).toEqual(['mobile']);
  const hidden: FormField = { ...field('mobile', 'phone'), conditionalLogic: { all: [...onlyIf.all] } };
  expect(keysOf(formAskedOf(call, own(optional('by_phone', 'boolean'), hidden)))).toEqual([
    GUEST_NUMBER_KEY,
    'by_phone',
    'mobile',
  ]);
  // The key is taken: the host's question is the number, and is asked of everybody.
  expect(required(formAskedOf(call, own({ ...hidden, key: GUEST_NUMBER_KEY })))).toEqual([GUEST_NUMBER_KEY]);
});

it('a phone event asks for the number, unless it says who calls or its form asks already', () => {
  expect(keysOf(formAskedOf(call, null))).toEqual([GUEST_NUMBER_KEY]);
  expect(keysOf(formAskedOf(call, own(field('topic', 'short_text'))))).toEqual([GUEST_NUMBER_KEY, 'topic']);
  expect(keysOf(formAskedOf(call, own(field('mobile', 'phone'))))).toEqual(['mobile']);
  expect(formAskedOf({ ...call, locationDetail: 'Call +49 30 1234' }, null)).toBeNull();
  expect(formAskedOf({ ...call, locationType: 'google_meet' }, null)).toBeNull();
});

it('a sample of a call has a number, under the key that is asked for', () => {
  const keys = (...asked: Parameters<typeof sampleAnswers>) => Object.keys(sampleAnswers(...asked).customFields ?? {});
  expect(keys({ ...call, form: null })).toEqual([GUEST_NUMBER_KEY]);
  expect(keys({ ...call, form: own(field('mobile', 'phone')) })).toEqual(['mobile']);
  expect(sampleAnswers({ ...call, locationDetail: 'Call me', form: null })).toEqual({});
});
