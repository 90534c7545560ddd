import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTemporalClient } from '../../infra/temporal.ts';

/** Nothing listens there. */
const NOWHERE = { address: '127.0.0.1:9', namespace: 'default', tls: false } as const;
/** The first retry comes after 136 to 204 ms. */
const BETWEEN_TWO_TRIES_MS = 50;
const NEXT_TRY_MS = 400;

it('a call is canceled whose connection is closed between two tries, and nothing is thrown beside it', async () => {
  const { connection } = createTemporalClient(NOWHERE);
  const call = connection.workflowService.getSystemInfo({}).catch((error: unknown) => error);
  await delay(BETWEEN_TWO_TRIES_MS);
  await connection.close();
  // What a timer throws is no test's failure, but ends the run with an error: it comes before this.
  await delay(NEXT_TRY_MS);
  expect(await Promise.race([call, 'still waiting'])).toMatchObject({ details: 'The connection is closed.' });
});

it('a call that begins after the close fails at once', async () => {
  const { connection } = createTemporalClient(NOWHERE);
  await connection.close();
  await expect(async () => connection.workflowService.getSystemInfo({})).rejects.toThrow('shut down');
});
