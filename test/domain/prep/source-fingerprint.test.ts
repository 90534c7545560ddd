import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makePack, sourceFingerprint } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { type DnsAnswers, readDns } from '../../../domain/prep/read-dns.ts';
import type { DnsFacts } from '../../../domain/prep/source.ts';
import { inputOf } from './pack-inputs.ts';
import { COMPANIES } from './recorded-companies.ts';

type Path = readonly string[];
const TIMES = new Set(['askedAtMs', 'tookMs']);

/** The paths of all values that are no object. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(input: PackInput, path: Path): PackInput {
  const copy: unknown = structuredClone(input);
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  const old = at[last];
  at[last] = typeof old === 'number' ? old + 1 : typeof old === 'boolean' ? !old : `${old ?? ''}x`;
  return copy as PackInput;
}

/** The same value with the keys of each object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

const anyInput = fc
  .tuple(fc.constantFrom(...Object.keys(COMPANIES)), fc.string(), fc.option(fc.string()), fc.nat())
  .map(([name, answer, hostNotes, startMs]): PackInput => {
    const input = inputOf(name, 'sales');
    return {
      ...input,
      hostNotes,
      startMs,
      answers: [
        ...input.answers,
        { key: 'x', label: 'Anything?', display: answer },
        { key: 'y', label: 'Which one?', display: answer, follows: 'x' },
      ],
    };
  });

it('changes with each input, and never with the times of a look-up', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(), (input, seed) => {
      const paths = leaves(input);
      const path = paths[seed % paths.length] ?? [];
      const isTime = TIMES.has(path.at(-1) ?? '');
      expect(sourceFingerprint(changed(input, path)) === sourceFingerprint(input)).toBe(isTime);
    }),
    { numRuns: 300 },
  );
});

it('changes with every single input of one that has all', () => {
  const input = inputOf('saas', 'sales');
  const kept = leaves(input).filter((path) => sourceFingerprint(changed(input, path)) === sourceFingerprint(input));
  expect(kept.map((path) => path.at(-1)).sort()).toEqual([
    'askedAtMs',
    'askedAtMs',
    'askedAtMs',
    'tookMs',
    'tookMs',
    'tookMs',
  ]);
});

it('changes with the answer that another follows', () => {
  const input = inputOf('saas', 'sales');
  const [first, second, ...others] = input.answers;
  if (!first || !second) throw new Error('Too few answers');
  const prints = [undefined, first.key, 'other'].map((follows) =>
    sourceFingerprint({ ...input, answers: [first, { ...second, ...(follows && { follows }) }, ...others] }),
  );
  expect(prints[0]).toBe(sourceFingerprint(input));
  expect(new Set(prints).size).toBe(3);
});

function withDns(change: (facts: DnsFacts) => DnsFacts): PackInput {
  const input = inputOf('saas', 'sales');
  const { facts } = input.lookUp;
  if (facts?.dns.outcome !== 'found') throw new Error('No DNS');
  const dns = { ...facts.dns, facts: change(facts.dns.facts) };
  return { ...input, lookUp: { ...input.lookUp, facts: { ...facts, dns } } };
}

it('does not change with the order of keys or of mail hosts, nor does the pack', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      expect(makePack(reversed(input) as PackInput)).toEqual(makePack(input));
    }),
    { numRuns: 50 },
  );
  const hosts = (mailHosts: readonly string[]) => withDns((facts) => ({ ...facts, mailHosts }));
  expect(sourceFingerprint(hosts(['a', 'b']))).toBe(sourceFingerprint(hosts(['b', 'a'])));
  expect(sourceFingerprint(hosts(['a', 'b']))).not.toBe(sourceFingerprint(hosts(['a', 'c'])));
});

/** Of each kind of record several that have a meaning, and not the same one. */
const RECORDS: DnsAnswers = {
  mail: [
    { exchange: 'mx1.pphosted.com', priority: 10 },
    { exchange: 'aspmx.l.google.com', priority: 10 },
    { exchange: 'in.mimecast.com', priority: 5 },
  ],
  texts: [
    'v=spf1 include:a.sendgrid.net include:mailgun.org ~all',
    'v=spf1 include:b.sendgrid.net -all',
    'pardot-domain-verification=1',
    'pardot_2',
    'zoom_verify_3',
    'zoom-domain-verification=4',
    'ms=5',
  ],
  nameServers: ['ns1.p01.nsone.net', 'dora.ns.cloudflare.com', 'ns-12.awsdns-01.com', 'ns2.p01.nsone.net'],
  wwwAliases: ['acme.netlify.app', 'cname.vercel-dns.com'],
  dmarcTexts: ['v=DMARC1; p=none', 'v=DMARC1; p=reject', 'v=DMARC1; p=quarantine'],
};

const shuffled = <T>(values: readonly T[]) =>
  fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length });

it('does not change with the order in which a resolver gives the records', () => {
  const printOf = (answers: DnsAnswers) => sourceFingerprint(withDns(() => readDns(answers)));
  fc.assert(
    fc.property(
      fc.record({
        mail: shuffled(RECORDS.mail),
        texts: shuffled(RECORDS.texts),
        nameServers: shuffled(RECORDS.nameServers),
        wwwAliases: shuffled(RECORDS.wwwAliases),
        dmarcTexts: shuffled(RECORDS.dmarcTexts),
      }),
      (answers) => {
        expect(readDns(answers)).toEqual(readDns(RECORDS));
        expect(printOf(answers)).toBe(printOf(RECORDS));
      },
    ),
    { numRuns: 200 },
  );
  expect(printOf({ ...RECORDS, nameServers: ['ns1.p01.nsone.net'] })).not.toBe(printOf(RECORDS));
});
