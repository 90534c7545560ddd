import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { TestHost } from '../drivers/host.ts';
import { http } from '../drivers/http.ts';

const EVERY_MS = 300;

export interface SlotWatch {
  /** Starts that were offered although they were known to be busy before and after. */
  readonly wrong: readonly string[];
  readonly looks: number;
  stop(): Promise<void>;
}

interface Watched {
  readonly sql: Sql;
  readonly publicUrl: string;
}

/** Compares the slots of hosts with mirror and bookings all the time. While the api is dead, there are none. */
export function watchSlots(stack: Watched, hosts: readonly TestHost[]): SlotWatch {
  const watch = { wrong: [] as string[], looks: 0, isOver: false };
  const running = (async () => {
    while (!watch.isOver) {
      for (const host of hosts) {
        const wrong = await wronglyOffered(stack, host).catch(() => null);
        watch.looks += wrong === null ? 0 : 1;
        watch.wrong.push(...(wrong ?? []));
      }
      await delay(EVERY_MS);
    }
  })();
  return Object.assign(watch, {
    stop: async () => {
      watch.isOver = true;
      await running;
    },
  });
}

/** null: nothing is known, or there was no answer. */
async function wronglyOffered({ sql, publicUrl }: Watched, { userId, address }: TestHost): Promise<string[] | null> {
  const busy = async () => {
    const rows = await sql<{ at: string }[]>`
      select period::text as at from calendar_busy where user_id = ${userId} and blocks
      union all select period::text from claims where host_id = ${userId} and kind = 'booking'`;
    return rows.map(({ at }) => at);
  };
  const before = await busy();
  const { workspace, username, eventSlug } = address;
  const answer = await http(`${publicUrl}/api/v1/public/${workspace}/${username}/${eventSlug}/slots?limit=500`);
  const after = new Set(await busy());
  const known = before.filter((at) => after.has(at));
  if (answer.status !== 200 || known.length === 0) return null;
  const offered = (answer.json() as unknown as { slots: { startUtc: string }[] }).slots.map((slot) => slot.startUtc);
  const rows = await sql<{ at: string }[]>`
    select distinct s::text as at from unnest(${offered}::timestamptz[]) s, unnest(${known}::tstzrange[]) k
    where tstzrange(s, s + interval '30 minutes') && k`;
  return rows.map(({ at }) => at);
}
