import { condition, defineSignal, patched, proxyLocalActivities, setHandler } from '@temporalio/workflow';

/** What a look at the row shows: how long to wait, and for what in an operator's words, or the flow's result. */
export type Look<End> =
  | { readonly waitMs: number; readonly waitsFor: string }
  /** The flow looks again once this is true: an activity waits for the time. */
  | { readonly until: () => boolean }
  | { readonly end: End };

/**
 * A flow that reads its row at once, after each signal and when the time of its last look has come, until the row says that it is over.
 * @param signals all signals of the flow's record
 * @param look reads the row and does what is due; safe to repeat
 * @param isReopened a row that was over may need its flow again: a signal that came during the last look brings another one
 */
export async function followRow<End>(
  signals: Readonly<Record<string, string>>,
  look: () => Promise<Look<End>>,
  { isReopened = false }: { readonly isReopened?: boolean } = {},
): Promise<End> {
  let hasChanged = false;
  for (const signal of Object.values(signals)) {
    setHandler(defineSignal(signal), () => {
      hasChanged = true;
    });
  }
  for (;;) {
    hasChanged = false;
    const next = await look();
    if ('end' in next) {
      // Older histories end here.
      if (isReopened && hasChanged && patched('look-again-before-the-end')) continue;
      return next.end;
    }
    if ('until' in next) await condition(() => hasChanged || next.until());
    else await condition(() => hasChanged, Math.max(next.waitMs, 1), { summary: next.waitsFor });
  }
}

/** Local activities that no caller waits for and that must not be lost: they are tried until they succeed. */
export const durableActivities = <Activities extends object>() =>
  proxyLocalActivities<Activities>({
    startToCloseTimeout: '5 seconds',
    retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
    localRetryThreshold: '5 seconds',
  });
