import { setTimeout as delay } from 'node:timers/promises';

/** Work in steps, so that calls can run between them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps now. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The pause after each step, for calls. A process that ends does not wait for the rest. */
const PAUSE_MS = 10;

/** Does all steps in the background. */
export async function finishInBackground<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}
