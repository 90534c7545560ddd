import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  creditMonthOf,
  monthsLater,
  packEndsMs,
  planCreditsDue,
  unpaidCredits,
} from '../../../domain/billing/credits.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

it('months later keep the day, or take the last one of a short month', () => {
  expect(iso(monthsLater(at('2027-01-31T10:00:00Z'), 1))).toBe('2027-02-28T10:00:00.000Z');
  expect(iso(monthsLater(at('2027-12-15T10:00:00Z'), 2))).toBe('2028-02-15T10:00:00.000Z');
  expect(iso(packEndsMs(at('2028-02-29T00:00:00Z')))).toBe('2029-02-28T00:00:00.000Z');
});

it('a month of credits is counted from the day on which the subscription began', () => {
  const began = at('2027-01-31T00:00:00Z');
  const instants = ['2027-01-31T00:00:00Z', '2027-02-27T23:59:59Z', '2027-02-28T00:00:00Z', '2028-01-30T00:00:00Z'];
  expect(instants.map((instant) => Object.values(creditMonthOf(began, at(instant))).map(iso))).toEqual([
    ['2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
    ['2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
    ['2027-02-28T00:00:00.000Z', '2027-03-31T00:00:00.000Z'],
    ['2027-12-31T00:00:00.000Z', '2028-01-31T00:00:00.000Z'],
  ]);
});

describe('what a plan still brings in a month', () => {
  const month = { plan: 'growth', amount: 150, startMs: at('2027-04-01T00:00:00Z'), endMs: at('2027-05-01T00:00:00Z') };
  it.each([
    ['all, if no plan brought any', '2027-04-30T00:00:00Z', 0, 150],
    ['nothing more, if it was granted', '2027-04-01T00:00:00Z', 150, 0],
    ['the difference to a smaller plan, for half of the month', '2027-04-16T00:00:00Z', 50, 50],
    ['the difference for a day, rounded up', '2027-04-30T00:00:00Z', 20, 5],
    ['nothing, if a larger plan was there', '2027-04-10T00:00:00Z', 300, 0],
  ])('%s', (_, instant, granted, due) => {
    expect(planCreditsDue({ ...month, atMs: at(instant) }, granted)).toBe(due);
  });
});

describe('what nobody has paid for', () => {
  it.each([
    // A pack of 50 for 15.00.
    [50, { amount: 1_500, amountRefunded: 0, amountDisputed: 0 }, 0],
    [50, { amount: 1_500, amountRefunded: 1_500, amountDisputed: 0 }, 50],
    [50, { amount: 1_500, amountRefunded: 1, amountDisputed: 0 }, 1],
    [50, { amount: 1_500, amountRefunded: 300, amountDisputed: 0 }, 10],
    [50, { amount: 1_500, amountRefunded: 301, amountDisputed: 0 }, 11],
    [50, { amount: 1_500, amountRefunded: 300, amountDisputed: 1_200 }, 50],
    // A dispute in another currency may be larger than the charge, or a little smaller.
    [50, { amount: 1_500, amountRefunded: 0, amountDisputed: 1_600 }, 50],
    [50, { amount: 1_500, amountRefunded: 0, amountDisputed: 1_495 }, 50],
    // Nothing was charged.
    [50, { amount: 0, amountRefunded: 0, amountDisputed: 0 }, 0],
  ])('of %i credits, %j: %i', (lot, payment, unpaid) => {
    expect(unpaidCredits(lot, payment)).toBe(unpaid);
  });

  it('never leaves more than was paid for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.nat(),
        (lot, amount, part) => {
          const amountRefunded = part % (amount + 1);
          const kept = lot - unpaidCredits(lot, { amount, amountRefunded, amountDisputed: 0 });
          expect(kept * amount).toBeLessThanOrEqual(lot * (amount - amountRefunded));
          expect((kept + 1) * amount).toBeGreaterThan(lot * (amount - amountRefunded));
        },
      ),
    );
  });
});
