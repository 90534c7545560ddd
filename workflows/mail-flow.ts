import { defineSignal, isCancellation, proxyActivities, setHandler } from '@temporalio/workflow';
import { showDetails, showState } from './details.ts';

type Options = NonNullable<Parameters<typeof proxyActivities>[0]>;

/**
 * Activities that mail. Each is tried until the provider takes the mail, or for so long.
 * @param scheduleToCloseTimeout then the sweep, or a later look of the flow, begins anew
 * @param other where somebody waits for the mail, or the activity sends several
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

/** @returns what the activity says; `otherwise` once all its tries have failed */
export async function mailedOr<End>(otherwise: End, mail: () => Promise<End>): Promise<End> {
  try {
    return await mail();
  } catch (error) {
    if (isCancellation(error)) throw error;
    return otherwise;
  }
}

interface MailOfRow<End extends string> {
  /** What operators read meanwhile. */
  readonly doing: string;
  /** Mails what the row says. Safe to repeat. */
  readonly mail: () => Promise<End>;
  /** How the flow ends if no try succeeds. */
  readonly otherwise: NoInfer<End>;
  readonly words: Readonly<Record<End, string>>;
  /** A nudge during the mail asks for another one: the row says whether it is due. Else a nudge starts a flow that is gone, and no more. */
  readonly isAskedAgain?: boolean;
}

/** A flow that mails what its row says, and is over. No token, code or address enters it: the activity derives and reads them. */
export async function mailRow<End extends string>({
  doing,
  mail,
  otherwise,
  words,
  isAskedAgain = false,
}: MailOfRow<End>): Promise<End> {
  let isDueAgain = false;
  setHandler(defineSignal('nudge'), () => {
    isDueAgain = isAskedAgain;
  });
  showDetails(doing);
  for (;;) {
    isDueAgain = false;
    const end = await mailedOr(otherwise, mail);
    if (isDueAgain) continue;
    showState(words, end);
    return end;
  }
}
