import { expect, it } from 'vitest';
import { Shutdown } from '../../../infra/local/shutdown.ts';

const recorder = (order: string[]) => (name: string) => ({
  async stop() {
    order.push(`${name} stops`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} stopped`);
  },
});

it('ends guests’ calls first, then flows, then servers, whatever was added first', async () => {
  const order: string[] = [];
  const part = recorder(order);
  const shutdown = new Shutdown();
  await shutdown.add('servers', Promise.resolve(part('postgres')));
  await shutdown.add('worker', Promise.resolve(part('worker')));
  await shutdown.add('api', Promise.resolve(part('api')));
  await shutdown.run();
  expect(order).toEqual(['api', 'worker', 'postgres'].flatMap((name) => [`${name} stops`, `${name} stopped`]));
});

it('stops what was still starting, and goes on past what fails', async () => {
  const order: string[] = [];
  const shutdown = new Shutdown();
  const late = new Promise<{ stop(): Promise<void> }>((resolve) =>
    setTimeout(() => resolve(recorder(order)('temporal')), 20),
  );
  void shutdown.add('servers', late);
  shutdown.add('servers', Promise.reject(new Error('never started'))).catch(() => {});
  void shutdown.add('worker', Promise.resolve({ stop: () => Promise.reject(new Error('will not stop')) }));
  await shutdown.run();
  expect(order).toEqual(['temporal stops', 'temporal stopped']);
  expect(shutdown.signal.aborted).toBe(true);
});

it('ends at once what is added when everything has stopped', async () => {
  const order: string[] = [];
  const shutdown = new Shutdown();
  await shutdown.run();
  void shutdown.add('worker', Promise.resolve(recorder(order)('worker')));
  await expect.poll(() => order).toEqual(['worker stops', 'worker stopped']);
});
