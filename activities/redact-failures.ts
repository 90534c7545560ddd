import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { PaymentsAway } from '../outbound/payments/payments.ts';
import { isDatabaseAway, sqlState } from '../store/database.ts';
import { ChangedMeanwhile } from './booking/changed-meanwhile.ts';
import { NotYet } from './calendars/not-yet.ts';
import { MailUnavailable } from './mail/send.ts';

type Activity = (...args: never[]) => Promise<unknown>;

/**
 * The same activities with failures that are safe in a history: in our own words. The message of a driver or a library can quote a row
 * or an address, so only the worker's log gets it, with the stack, the activity's name and the attempt.
 */
export const redactFailures = <Activities extends object>(
  activities: Activities,
  report: (activity: string, error: unknown) => void,
): Activities =>
  Object.fromEntries(
    Object.entries(activities as Record<string, Activity>).map(([name, activity]) => [
      name,
      async (...args: never[]) => {
        try {
          return await activity(...args);
        } catch (error) {
          if (error instanceof NotYet) throw again(error);
          if (error instanceof ChangedMeanwhile) throw lookAgain(error);
          report(name, error);
          throw failure(name, error);
        }
      },
    ]),
  ) as Activities;

function failure(activity: string, error: unknown): ApplicationFailure {
  if (error instanceof MailUnavailable)
    return unavailable('The mail provider does not answer right now.', 'mail', error.retryInMs);
  if (error instanceof PaymentsAway) return paymentsAway(error);
  if (isDatabaseAway(error))
    return unavailable(`The database does not answer right now (${sqlState(error)}).`, 'database');
  const name = error instanceof Error ? error.name : 'an unknown error';
  return ApplicationFailure.create({
    type: 'internal.unexpected',
    message: `${activity} failed with ${name}; see the worker's log`,
  });
}

/** However long the payment provider wants no calls. */
const LONGEST_WAIT_MS = 10 * 60_000;

const paymentsAway = ({ retryAfterMs }: PaymentsAway): ApplicationFailure =>
  ApplicationFailure.create({
    ...{ type: 'service.unavailable', message: 'The payment provider does not answer right now.' },
    details: [{ dependency: 'payment', retryAfterSeconds: 5 }],
    ...(retryAfterMs !== null && { nextRetryDelay: Math.min(Math.max(retryAfterMs, 1_000), LONGEST_WAIT_MS) }),
  });

/** No failure: neither the log nor a metric shows it. */
const again = ({ message, waitMs }: NotYet): ApplicationFailure =>
  ApplicationFailure.create({
    ...{ type: 'not yet', message, nextRetryDelay: Math.max(1, Math.ceil(waitMs)) },
    category: ApplicationFailureCategory.BENIGN,
  });

/** No failure either: the flow goes on with what is new. */
const lookAgain = ({ name, message }: ChangedMeanwhile): ApplicationFailure =>
  ApplicationFailure.create({ type: name, message, nonRetryable: true, category: ApplicationFailureCategory.BENIGN });

const unavailable = (
  message: string,
  dependency: 'database' | 'mail',
  retryInMs: number | null = null,
): ApplicationFailure =>
  ApplicationFailure.create({
    ...{ type: 'service.unavailable', message, details: [{ dependency, retryAfterSeconds: 2 }] },
    ...(retryInMs !== null && { nextRetryDelay: retryInMs }),
  });
