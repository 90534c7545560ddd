import { describe, expect, it, test } from 'vitest';
import { FAILURE_WORDS } from '../../../domain/prep/failure-words.ts';
import { hasFacts, lookUpGaps, lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import type { DomainFacts, SourceFailure } from '../../../domain/prep/source.ts';
import { readGuide } from '../../docs/examples.ts';
import { company } from './made-up-company.ts';

const DOMAIN = 'acme-robotics.com';
const A_FACT = 'a fact: there is none';
const SOURCES = ['dns', 'site', 'rdap'] as const;

/** The table of the guide: reason, what the pack says, and the record with and without facts of other sources. */
const table = [
  ...readGuide('docs/prep-packs.md').matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| `([a-z]+)` \| `([a-z]+)` \|$/gm),
].map(([, reason = '', says = '', among = '', alone = '']) => ({
  reason: reason as SourceFailure,
  says,
  among,
  alone,
}));

const saidOf = (facts: DomainFacts) =>
  lookUpGaps({ emailClass: 'business', lookUp: { status: lookUpStatus(facts), facts, isStale: false } });

it('the guide tells every reason', () => {
  expect(table.map(({ reason }) => reason).toSorted()).toEqual(Object.keys(FAILURE_WORDS).toSorted());
});

describe.each(table)('a source that failed by $reason', ({ reason, says, among, alone }) => {
  test.each(SOURCES)('%s alone: the record is as the guide says, and the pack says it in words', (source) => {
    const facts = company(DOMAIN, { [source]: reason });
    expect({ status: lookUpStatus(facts), hasFacts: hasFacts(facts) }).toEqual({ status: among, hasFacts: true });
    const { missing, absences } = saidOf(facts);
    const gaps = missing.points;
    if (says === A_FACT) {
      expect(gaps).toEqual([]);
      expect(absences.map((absence) => absence.of)).toEqual([source]);
    } else {
      expect(absences).toEqual([]);
      expect(gaps).toEqual([expect.stringContaining(says)]);
    }
  });

  test('all sources: nothing is known, and nothing is paid', () => {
    const facts = company(DOMAIN, { dns: reason, site: reason, rdap: reason });
    expect({ status: lookUpStatus(facts), hasFacts: hasFacts(facts) }).toEqual({ status: alone, hasFacts: false });
  });
});
