import { describe, expect, it } from 'vitest';
import { likelyFirst } from '../../../web/picker/likely-zones.ts';
import { clockAt, findZones, offsetAt, offsetWords } from '../../../web/picker/zone-search.ts';

const NOW = Date.parse('2026-11-23T12:00Z');
const NAMES = [
  'UTC',
  'Africa/Cairo',
  'America/Argentina/Buenos_Aires',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Vienna',
  'Europe/Zurich',
  'Pacific/Apia',
];
const zones = NAMES.map((value) => ({ value, label: value.replaceAll('_', ' '), offsetMinutes: offsetAt(NOW, value) }));
const found = (query: string) => findZones(zones, query).map(({ value }) => value);

describe('a zone is found', () => {
  it.each([
    ['berlin', ['Europe/Berlin']],
    ['Zürich', ['Europe/Zurich']],
    ['zurich', ['Europe/Zurich']],
    ['são paulo', ['America/Sao_Paulo']],
    ['buenos aires', ['America/Argentina/Buenos_Aires']],
    ['Wien', ['Europe/Vienna']],
    ['Kairo', ['Africa/Cairo']],
    ['PST', ['America/Los_Angeles']],
    ['+5:30', ['Asia/Kolkata']],
    ['utc+0530', ['Asia/Kolkata']],
    ['GMT -8', ['America/Los_Angeles']],
    ['−5', ['America/New_York']],
    ['+2', ['Africa/Cairo']],
    ['pacific', ['America/Los_Angeles', 'Pacific/Apia']],
    ['Europe/', ['Europe/Berlin', 'Europe/Paris', 'Europe/Vienna', 'Europe/Zurich']],
    ['mars', []],
  ])('by %s', (query, names) => {
    expect(found(query)).toEqual(names);
  });

  it('by an abbreviation of many, in the order of their names', () => {
    expect(found('cet')).toEqual(['Europe/Berlin', 'Europe/Paris', 'Europe/Vienna', 'Europe/Zurich']);
  });

  it('first by a city of just that name', () => {
    expect(found('rom')).toEqual([]);
    const rome = { value: 'Europe/Rome', label: 'Europe/Rome', offsetMinutes: 60 };
    const romford = { value: 'Europe/Aromford', label: 'Europe/Aromford', offsetMinutes: 60 };
    expect(findZones([romford, rome], 'rom').map(({ value }) => value)).toEqual(['Europe/Rome', 'Europe/Aromford']);
  });

  it('likely and well-known ones first, by how near their clock is', () => {
    const likely = ['America/Los_Angeles', 'Europe/Berlin'];
    const unknown = ['Africa/Blantyre', 'Africa/Bujumbura'].map((value) => ({
      value,
      label: value,
      offsetMinutes: 120,
    }));
    const ordered = likelyFirst([...unknown, ...zones], likely);
    expect(
      findZones(ordered, '')
        .map(({ value }) => value)
        .slice(0, 6),
    ).toEqual([...likely, ...['America/New_York', 'America/Sao_Paulo', 'UTC', 'Africa/Cairo']]);
    expect(findZones(ordered, '+2').map(({ value }) => value)).toEqual([
      ...['Africa/Cairo', 'Africa/Blantyre', 'Africa/Bujumbura'],
    ]);
  });

  it('among all while nothing is typed', () => {
    expect(found(' ')).toEqual(NAMES);
  });
});

it('offsets and clocks are right for half hours and behind UTC, and an unknown zone has none', () => {
  expect(NAMES.map((name) => offsetWords(offsetAt(NOW, name) ?? Number.NaN))).toEqual([
    'UTC+0',
    'UTC+2',
    'UTC−3',
    'UTC−8',
    'UTC−5',
    'UTC−3',
    'UTC+5:30',
    'UTC+9',
    'UTC+1',
    'UTC+1',
    'UTC+1',
    'UTC+1',
    'UTC+13',
  ]);
  expect([clockAt(NOW, 330), clockAt(NOW, -480)]).toEqual(['17:30', '04:00']);
  expect(offsetAt(NOW, 'Mars/Base')).toBeNull();
});
