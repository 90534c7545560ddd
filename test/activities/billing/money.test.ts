import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKS, type PackId } from '../../../domain/billing/packs.ts';
import type { Purchase } from '../../../domain/billing/prices.ts';
import { MoneyHistory, type NewsWay } from '../../support/drivers/money-history.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** Another seed is another set of histories; a failure prints both seed and path. */
const SEED = 20_261_124;
const RUNS = 16;

const plan = fc.record({
  kind: fc.constant('plan' as const),
  plan: fc.constantFrom('starter' as const, 'plus' as const, 'growth' as const),
  interval: fc.constantFrom('monthly' as const, 'annual' as const),
});
const pack = fc.record({
  kind: fc.constant('pack' as const),
  packId: fc.constantFrom(...(Object.keys(PACKS) as PackId[])),
});
const newsWay = fc.constantFrom<NewsWay>('now', 'now', 'now', 'lost', 'later', 'twice', 'reversed');

type Step =
  | { readonly do: 'open'; readonly purchase: Purchase; readonly quantity: number }
  | { readonly do: 'press'; readonly tab: number; readonly action: 'pay' | 'decline' }
  | { readonly do: 'portal'; readonly action: 'cancel' | 'resume' | 'end' | 'card-works' | 'card-declines' }
  | { readonly do: 'move'; readonly days: number }
  | { readonly do: 'bank'; readonly payment: number; readonly action: 'refund' | 'dispute' | 'won' | 'lost' }
  | { readonly do: 'spend'; readonly count: number }
  | { readonly do: 'return'; readonly subject: number }
  | { readonly do: 'fault'; readonly kind: '5xx' | 'cut'; readonly count: number }
  | { readonly do: 'cancelCheckout' | 'run' | 'quiet' };

const just = <const T extends string>(name: T) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: just('open'), purchase: plan, quantity: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ do: just('open'), purchase: pack, quantity: fc.constant(1) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: just('press'),
      tab: fc.constantFrom(0, 0, 0, 1, 2),
      action: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'decline'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: just('portal'),
      action: fc.constantFrom('cancel', 'resume', 'end', 'card-works', 'card-declines'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: just('move'), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: just('bank'),
      payment: fc.constantFrom(0, 0, 1, 2),
      action: fc.constantFrom('refund', 'dispute', 'won', 'lost', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: just('spend'), count: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ do: just('return'), subject: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: just('fault'),
      kind: fc.constantFrom('5xx', 'cut'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancelCheckout', 'run', 'quiet') }) },
);

interface Moment {
  readonly step: Step;
  readonly news: NewsWay;
  readonly runs: boolean;
}

const planOf = (name: 'starter' | 'plus' | 'growth', interval: 'monthly' | 'annual', quantity: number): Step => ({
  ...{ do: 'open', purchase: { kind: 'plan', plan: name, interval }, quantity },
});
const packOf = (packId: PackId): Step => ({ do: 'open', purchase: { kind: 'pack', packId }, quantity: 1 });
const payIn = (tab: number): Step => ({ do: 'press', tab, action: 'pay' });
const at = (step: Step, news: NewsWay = 'now', runs = true): Moment => ({ step, news, runs });

/** Rare ones, which every run should meet. */
const KNOWN: [Moment[]][] = [
  // A large credit from a smaller plan; then two pages are paid with it.
  [
    [
      ...[at(planOf('growth', 'annual', 20)), at(payIn(0)), at(planOf('starter', 'monthly', 1)), at(payIn(0))],
      ...[at({ do: 'portal', action: 'end' }), at(planOf('plus', 'monthly', 3), 'now', false)],
      ...[at(planOf('plus', 'monthly', 4), 'now', false), at(payIn(1), 'lost', false), at(payIn(0), 'lost', false)],
    ],
  ],
  // The same with a card.
  [
    [
      ...[at(planOf('plus', 'monthly', 3), 'now', false), at(planOf('plus', 'monthly', 4), 'now', false)],
      ...[at(payIn(1), 'lost', false), at(payIn(0), 'reversed'), at({ do: 'move', days: 40 })],
    ],
  ],
  // A larger plan in the middle of a month brings the difference, and a month later the rest.
  [
    [
      ...[at(planOf('starter', 'monthly', 2)), at(payIn(0)), at({ do: 'move', days: 3 })],
      ...[at(planOf('growth', 'annual', 2)), at(payIn(0)), at({ do: 'quiet' }), at({ do: 'move', days: 35 })],
    ],
  ],
  // Months that are not paid bring no credits; one that is paid late does.
  [
    [
      ...[at(planOf('plus', 'monthly', 2)), at(payIn(0)), at(packOf('enrichment_starter')), at(payIn(0))],
      ...[at({ do: 'portal', action: 'card-declines' }), at({ do: 'move', days: 32 })],
      ...[at({ do: 'portal', action: 'card-works' }), at({ do: 'move', days: 4 })],
    ],
  ],
  // From months to years and back: no credits twice.
  [
    [
      ...[
        at(planOf('growth', 'annual', 1)),
        at(payIn(0)),
        at({ do: 'move', days: 2 }),
        at(planOf('growth', 'monthly', 1)),
      ],
      ...[at(payIn(0)), at({ do: 'move', days: 2 }), at(planOf('growth', 'annual', 1)), at(payIn(0))],
      ...[at({ do: 'spend', count: 60 }), at({ do: 'move', days: 40 })],
    ],
  ],
];

async function take(history: MoneyHistory, step: Step): Promise<string[]> {
  switch (step.do) {
    case 'open':
      await history.open(step.purchase, step.quantity);
      return [];
    case 'press':
      await history.press(step.tab, step.action);
      return [];
    case 'portal':
      await history.portal(step.action);
      return [];
    case 'move':
      return history.move(step.days);
    case 'bank':
      await history.bank(step.payment, step.action);
      return [];
    case 'spend':
      await history.spend(step.count);
      return [];
    case 'return':
      await history.returnSpent(step.subject);
      return [];
    case 'fault':
      history.fault(step.kind, step.count);
      return [];
    case 'quiet':
      return history.quiet();
    default:
      await history[step.do]();
      return [];
  }
}

describe('the money of a workspace', () => {
  it('adds up after any history: plan, seats, status, invoices, payments, credits, checkouts', async () => {
    const moment = fc.record({ step, news: newsWay, runs: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 4, maxLength: 16 }), async (moments) => {
        const history = await MoneyHistory.begin(database.sql);
        try {
          for (const { step: next, news, runs } of moments) {
            expect(await take(history, next)).toEqual([]);
            await history.news(news);
            if (runs) await history.run();
          }
          expect(await history.quiet()).toEqual([]);
        } finally {
          await history.close();
        }
      }),
      { seed: SEED, numRuns: RUNS, examples: KNOWN, endOnFailure: true },
    );
  }, 180_000);
});
