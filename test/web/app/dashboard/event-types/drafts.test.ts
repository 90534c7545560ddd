import { describe, expect, it } from 'vitest';
import { changedSettings } from '../../../../../web/app/dashboard/event-types/changed-settings.ts';
import {
  faultsOf,
  keyFor,
  moved,
  optionsOf,
  simpleCondition,
} from '../../../../../web/app/dashboard/event-types/questions/question-drafts.ts';

const event = {
  name: 'Intro',
  description: null,
  locationType: 'google_meet',
  locationDetail: 'https://meet.test/a',
  limits: { perDay: 3, perWeek: null, perMonth: null },
  bookingPolicy: { requireOtpHuman: true, requireOtpAgent: true },
};

describe('changed settings', () => {
  it.each([
    [{ name: 'Intro', description: null }, {}],
    [{ name: 'Talk', description: null }, { name: 'Talk' }],
    [{ limits: { perDay: 3, perWeek: 5, perMonth: null } }, { limits: { perWeek: 5 } }],
    [{ bookingPolicy: { requireOtpHuman: true, requireOtpAgent: true } }, {}],
    [
      { bookingPolicy: { requireOtpHuman: false, requireOtpAgent: true } },
      { bookingPolicy: { requireOtpHuman: false } },
    ],
    [
      { locationType: 'custom_link', locationDetail: 'https://meet.test/a' },
      { locationType: 'custom_link', locationDetail: 'https://meet.test/a' },
    ],
  ] as const)('%j sends %j', (typed, sent) => {
    expect(changedSettings(event, typed)).toEqual(sent);
  });
});

describe('the key of a new question', () => {
  it.each([
    ['Wie groß ist Ihr Büro?', [], 'wie_gro_ist_ihr_buro'],
    ['Name', [], 'name_2'],
    ['Topic', ['topic', 'topic_2'], 'topic_3'],
    ['2nd choice', [], 'nd_choice'],
    ['何ですか', [], 'question'],
    ['a'.repeat(60), [], 'a'.repeat(36)],
  ])('%s beside %j is %s', (label, taken, key) => {
    expect(keyFor(label, taken)).toBe(key);
    expect(key).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
  });
});

it('a choice that keeps its words keeps what is stored of it', () => {
  const before = [{ value: 'b', label: 'To buy' }];
  expect(optionsOf(' To buy \n\nTo ask', before)).toEqual([
    { value: 'b', label: 'To buy' },
    { value: 'To ask', label: 'To ask' },
  ]);
});

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moves %i to %i', (from, to, order) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(order);
});

it('finds a condition about a later question, and choices that are none', () => {
  const base = { label: 'x', required: false } as const;
  const fields = [
    { ...base, key: 'a', type: 'short_text', conditionalLogic: { all: [{ key: 'b', op: 'equals', value: 'x' }] } },
    { ...base, key: 'b', type: 'short_text' },
    { ...base, key: 'c', type: 'single_select' },
  ] as const;
  expect([...faultsOf(fields as never)]).toEqual([
    [0, 'condition'],
    [2, 'choices'],
  ]);
});

it.each([
  [undefined, undefined],
  [{ all: [{ key: 'a', op: 'equals', value: true }] }, { key: 'a', value: true }],
  [{ any: [{ key: 'a', op: 'not_equals', value: true }] }, undefined],
  [{ all: [{ key: 'a', op: 'equals', value: ['x', 'y'] }] }, undefined],
  [{ all: [{ key: 'a', op: 'equals', value: 1 }], any: [{ key: 'b', op: 'equals', value: 2 }] }, undefined],
] as const)('of %j the form shows %j', (logic, shown) => {
  const simple = simpleCondition(logic as never);
  expect(simple && { key: simple.key, value: simple.value }).toEqual(shown);
});
