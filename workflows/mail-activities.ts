import { isCancellation, proxyActivities } from '@temporalio/workflow';

type Options = NonNullable<Parameters<typeof proxyActivities>[0]>;

/**
 * Activities that mail. Each is retried until the provider takes the mail, or for so long.
 * @param scheduleToCloseTimeout afterwards the sweep, or a later check of the flow, begins again
 * @param options where a person waits for the mail, or the activity sends several
 */
export const mailActivities = <Activities extends object>(
  scheduleToCloseTimeout: Options['scheduleToCloseTimeout'],
  {
    startToCloseTimeout = '15 seconds',
    initialInterval = '1 second',
    maximumInterval = '5 minutes',
  }: Pick<Options, 'startToCloseTimeout'> &
    Pick<NonNullable<Options['retry']>, 'initialInterval' | 'maximumInterval'> = {},
) =>
  proxyActivities<Activities>({
    ...{ startToCloseTimeout, scheduleToCloseTimeout },
    retry: { initialInterval, backoffCoefficient: 2, maximumInterval },
  });

/** Returns the result of the activity; `otherwise` once all its tries have failed. */
export async function mailedOr<End>(otherwise: End, mail: () => Promise<End>): Promise<End> {
  try {
    return await mail();
  } catch (error) {
    if (isCancellation(error)) throw error;
    return otherwise;
  }
}
