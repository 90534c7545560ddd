/** The bare flow on the product's own servers: one update with start, one local activity, one transaction. The floor of bookings, and one of the two of packs. */
import type { ClientAsk } from './floors/client.ts';
import { startFloor } from './floors/floor-process.ts';
import type { Servers } from './floors/servers-of.ts';
import type { Stack } from './stack.ts';

export interface BareFlows {
  /** @returns milliseconds of each, or one rate per second */
  ask(question: ClientAsk): Promise<number[]>;
  stop(): Promise<void>;
}

/** Starts the worker and the client of the floor, each in its own process. */
export async function startBareFlows({ databaseUrl, temporalAddress }: Stack): Promise<BareFlows> {
  const worker = startFloor<Servers, void>('./worker.ts');
  const client = startFloor<ClientAsk, number[]>('./client.ts');
  const stop = async () => {
    await client.stop();
    await worker.stop();
  };
  try {
    await Promise.all([
      worker.ask({ databaseUrl, temporalAddress }),
      client.ask({ kind: 'connect', databaseUrl, temporalAddress }),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ask: (question) => client.ask(question), stop };
}
