import { PaymentsAway } from '../../outbound/payments/payments.ts';
import { readToAsk } from '../../store/billing/strangers.ts';
import { isListDue } from '../../store/billing/stripe-events.ts';
import { revokeByLink } from '../../store/identity/change-agent.ts';
import { endLateAccess } from '../../store/members/end-late-access.ts';
import { deleteOutdated, type RunPart } from '../../store/ops/retention.ts';
import { hasFailedLately, recordSweepPart } from '../../store/ops/sweep-parts.ts';
import { askForNews, NEWS_EVERY_MINUTES } from '../billing/news.ts';
import { askAboutStrangers, type StrangerDependencies } from '../billing/strangers.ts';
import { type FloodDependencies, informOfFloods } from '../booking/floods.ts';
import { type NudgeDependencies, nudgeUntilDone } from './nudge-waiting.ts';

export interface SweepActivities {
  /** Nudges or starts the flow of every row that has waited for one. Returns how many. */
  nudgeWaiting(): Promise<number>;
  /** Deletes rows that no rule reads any more, and access that was made while an address was taken back. */
  deleteOutdated(): Promise<void>;
  /** Mails hosts whose caps of upcoming bookings are reached. */
  mailFloods(): Promise<void>;
  /** Asks the payment provider for what webhooks may have lost, every five minutes. */
  askForPaymentNews(): Promise<void>;
  /** One query to the database. */
  touchDatabase(): Promise<void>;
}

export interface SweepDependencies extends FloodDependencies, NudgeDependencies, StrangerDependencies {
  /** Called for each part of the sweep that failed. The other parts run all the same. */
  readonly onPartFailed: (part: string, error: unknown) => void;
}

export const createSweepActivities = (dependencies: SweepDependencies): SweepActivities => {
  const { sql } = dependencies;
  const parts = sweepParts(dependencies);
  return {
    nudgeWaiting: async () => {
      let nudged = 0;
      await parts(async (run) => {
        await run('nudge', async () => {
          nudged = await nudgeUntilDone(dependencies);
        });
      });
      return nudged;
    },
    deleteOutdated: () =>
      parts(async (run) => {
        await deleteOutdated(sql, run);
        // Flows of agents are nudged as their rows have changed.
        await run('late_access', () => endLateAccess(sql, Date.now(), revokeByLink));
      }),
    mailFloods: () => parts((run) => run('booking_floods', () => informOfFloods(dependencies))),
    askForPaymentNews: async () => {
      if (dependencies.payments === null) return;
      const isDue = await isListDue(sql, NEWS_EVERY_MINUTES);
      const isAsked = (await readToAsk(sql)).length > 0 && !(await hasFailedLately(sql, 'payment_strangers'));
      const asking = parts(async (run) => {
        if (isDue) await run('payment_news', () => askForNews(dependencies));
        if (isAsked) await run('payment_strangers', () => askAboutStrangers(dependencies));
      });
      // Said once, and tried again in a minute.
      await asking.catch((error: unknown) => {
        if (!(error instanceof PaymentsAway)) throw error;
      });
    },
    touchDatabase: async () => {
      await sql`select 1`;
    },
  };
};

/**
 * Runs the parts of a sweep and records how each went: the metrics show it by name.
 * @throws the first failure, after all parts ran
 */
const sweepParts =
  ({ sql, onPartFailed }: SweepDependencies) =>
  async (runAll: (run: RunPart) => Promise<void>): Promise<void> => {
    const failures: unknown[] = [];
    await runAll(async (name, work) => {
      let hasSucceeded = true;
      try {
        await work();
      } catch (error) {
        hasSucceeded = false;
        failures.push(error);
        onPartFailed(name, error);
      }
      await recordSweepPart(sql, name, hasSucceeded).catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0) throw failures[0];
  };
