import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { takeRegistryTurn } from '../../store/prep/registry-turns.ts';
import type { Pace, PaceLimits } from './pace.ts';

/** Spaces out what all workers together ask of one server: the moments are rows of the database (docs/decisions/prep.md#guarded-fetch). */
export const createSharedPace = (sql: Sql, limits: PaceLimits): Pace => ({
  async turn(server) {
    // Without the database no look-up can end. Until it is back the server is left alone, as if it were busy.
    const waitMs = await takeRegistryTurn(sql, server, limits).catch(() => null);
    if (waitMs === null) return false;
    if (waitMs > 0) await sleep(waitMs);
    return true;
  },
});
