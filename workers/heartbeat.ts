import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { BEAT_EVERY_MS, beat, leave, runningBuilds, type WorkerIdentity } from '../store/ops/worker-heartbeats.ts';

/** A worker says once an hour that it is outdated. */
const BEATS_BETWEEN_WARNINGS = 3_600_000 / BEAT_EVERY_MS;
/** A database that hangs keeps no worker from its end: its row counts no more after four beats anyway. */
const STOPS_WITHIN_MS = BEAT_EVERY_MS;

export interface Heartbeat {
  /** Removes the worker's row, if the database answers in time. Safe to repeat. */
  stop(): Promise<void>;
}

/**
 * Writes every few seconds that this worker runs: readiness and metrics read it. Logs when workers of a newer build run on the same
 * queue. Without its database a worker does no work either, so a beat that fails is only left out.
 */
export function startHeartbeat(
  sql: Sql,
  self: WorkerIdentity,
  log: Pick<Logger, 'warn'>,
  stopsWithinMs = STOPS_WITHIN_MS,
): Heartbeat {
  let beats = 0;
  let isStopped = false;
  let beating: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    await beat(sql, self);
    const builds = await runningBuilds(sql, self.taskQueue);
    const newest = builds[0];
    if (!builds.some(({ build, outdated }) => build === self.build && outdated)) beats = 0;
    else if (beats++ % BEATS_BETWEEN_WARNINGS === 0)
      log.warn(
        { build: self.build, newer: newest?.build },
        'a worker of a newer build runs on this queue: stop this one',
      );
  };
  const tick = (): void => {
    if (isStopped || beating) return;
    beating = once()
      .catch(() => {})
      .finally(() => {
        beating = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, BEAT_EVERY_MS);
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearInterval(timer);
    const left = Promise.resolve(beating).then(() => leave(sql, self.id).catch(() => {}));
    const limit = new AbortController();
    await Promise.race([left, sleep(stopsWithinMs, undefined, { signal: limit.signal }).catch(() => {})]);
    limit.abort();
  };
  return {
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
