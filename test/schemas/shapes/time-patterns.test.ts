import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partsOf, type Schema } from '../../../api/core/schema-parts.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';

type Json = Readonly<Record<string, unknown>>;
interface Field {
  readonly at: string;
  readonly schema: Schema;
  readonly published: Json;
}

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);

/** Every field of every tool, as it is parsed and as it is published. */
function fieldsOf(schema: Schema, published: Json, at: string): Field[] {
  const { innerType, element, shape } = partsOf(schema);
  if (innerType) return fieldsOf(innerType, published, at);
  if (element) return fieldsOf(element, (published.items ?? {}) as Json, `${at}.0`);
  const properties = (published.properties ?? {}) as Record<string, Json>;
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, properties[name] ?? {}, `${at}.${name}`));
  return published.type === 'string' ? [{ at, schema, published }] : [];
}

const fields = Object.values(contract)
  .flatMap((area) => Object.values(area as Record<string, Operation>))
  .filter(({ tool }) => tool !== undefined)
  .flatMap(({ tool, input }) =>
    fieldsOf(input, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json, tool ?? ''),
  );

/** A kind of field is known by what it takes, not by its name. */
const taking = (sample: string, not: string): Field[] =>
  fields.filter(({ schema }) => z.safeParse(schema, sample).success && !z.safeParse(schema, not).success);

/** Of keys and names too: a field that takes this is no time. */
const WORD = 'some-key-of-mine';

const DATES = ['2026-12-09', '2028-02-29', '2000-02-29'];
const NO_DATES = [
  '2026-02-30',
  '2026-02-29',
  '2100-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '1999-12-31',
  '3000-01-01',
  '2026-1-5',
];
const TIMES = ['T09:00:00', 'T23:59:59', 'T00:00:00.5', 'T09:00:00.123456789'];
const NO_TIMES = ['T24:00:00', 'T24:00', 'T09:60:00', 'T23:59:60', 't09:00:00', ' 09:00:00', 'T9:00', ''];
const ZONES = ['Z', '+01:00', '-09:30', '+00:00'];
const NO_ZONES = ['z', '+0100', '+25:00', '+01', ' Z'];
const join = (...parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((made, part) => made.flatMap((start) => part.map((end) => start + end)), ['']);

const instants = join(DATES, TIMES, ZONES);
const noInstants = [...join(NO_DATES, TIMES, ZONES), ...join(DATES, NO_TIMES, ZONES), ...join(DATES, TIMES, NO_ZONES)];
const short = join(DATES, ['T09:00'], ZONES);
const locals = join(DATES, [...TIMES, 'T09:00']);

const wrong = ({ schema, published }: Field, texts: readonly string[], isRight: boolean) => {
  const isPublished = ajv.compile(published);
  return texts.filter((text) => z.safeParse(schema, text).success !== isRight || isPublished(text) !== isRight);
};

describe('what the schema of a field allows, and what is taken, are the same', () => {
  it.each(
    taking('2026-12-09T09:00:00Z', '2026-12-09T09:00')
      .filter(({ schema }) => !z.safeParse(schema, WORD).success)
      .map((field) => [field.at, field]),
  )('%s, an instant', (_at, field) => {
    expect(wrong(field, instants, true)).toEqual([]);
    expect(wrong(field, [...noInstants, ...locals, ...DATES, '09:00', ''], false)).toEqual([]);
    // RFC 3339 has seconds, and so has the format; more than is published may be taken.
    expect(short.filter((text) => !z.safeParse(field.schema, text).success)).toEqual([]);
    expect(short.filter((text) => !new RegExp(String(field.published.pattern)).test(text))).toEqual([]);
  });

  it.each(taking('2026-12-09T09:00', WORD).map((field) => [field.at, field]))(
    '%s, an instant or a local time',
    (_at, field) => {
      expect(wrong(field, [...instants, ...short, ...locals], true)).toEqual([]);
      expect(wrong(field, [...noInstants, ...join(NO_DATES, TIMES), ...DATES, '09:00', ''], false)).toEqual([]);
    },
  );

  it.each(taking('2026-12-09', WORD).map((field) => [field.at, field]))('%s, a date', (_at, field) => {
    expect(wrong(field, DATES, true)).toEqual([]);
    expect(wrong(field, [...NO_DATES, ...instants, ...locals, ''], false)).toEqual([]);
  });

  it.each(taking('09:00', WORD).map((field) => [field.at, field]))('%s, a time of day', (_at, field) => {
    expect(wrong(field, ['09:00', '00:00', '23:59'], true)).toEqual([]);
    expect(wrong(field, ['9:00', '24:01', '23:60', '09:00:00', '09:00Z', ''], false)).toEqual([]);
    expect(wrong(field, ['24:00'], field.at.endsWith('end'))).toEqual([]);
  });

  // Names are no pattern: of these the schema says the letters, and the description that they are IANA's.
  it.each(taking('Europe/Berlin', 'Mars/Base').map((field) => [field.at, field]))('%s, a zone', (_at, field) => {
    expect(wrong(field, ['Europe/Berlin', 'europe/berlin', 'UTC', 'Etc/GMT+5'], true)).toEqual([]);
    expect(wrong(field, ['+01:00', ' Europe/Berlin', ''], false)).toEqual([]);
    expect(['BST', 'EST', 'Berlin'].filter((text) => z.safeParse(field.schema, text).success)).toEqual([]);
    expect(String(field.published.description)).toMatch(/\bIANA\b|zone/);
  });

  it('is looked for in every field that is named like a time', () => {
    const checked = ['2026-12-09T09:00:00Z', '2026-12-09', '09:00', 'Europe/Berlin'];
    const named = fields.filter(({ at }) => /(At|[dD]ate|[tT]ime[zZ]one|\.from|\.to|\.start|\.end)$/.test(at));
    expect(named.length).toBeGreaterThan(50);
    const missed = named.filter(({ schema }) => checked.every((text) => !z.safeParse(schema, text).success));
    expect(missed.map(({ at }) => at)).toEqual([
      'list_test_mail.to',
      'create_event_type.reminders.0.to',
      'update_event_type.reminders.0.to',
      'remove_member.handOver.to',
    ]);
  });
});
