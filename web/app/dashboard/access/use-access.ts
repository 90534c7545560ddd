import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Loaded, useLoad } from '../../data/use-load.ts';
import type { Membership } from '../workspaces/choice.ts';

export type Key = OutputOf<'listApiKeys'>['keys'][number];
export type Seat = OutputOf<'listAgentSeats'>['seats'][number];

const LARGEST_PAGE = 100;

/** All pages of a list: a workspace has few pages of keys. */
async function all<T>(page: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>) {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page(cursor);
    items.push(...answer.items);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

export interface Access {
  readonly keys: Loaded<Key[]>;
  readonly seats: Loaded<Seats>;
  readonly reload: () => Promise<void>;
}

/** Loads keys and seats together: a seat's key says when the agent was last active, and shows with its seat. */
export function useAccess(workspace: Membership): Access {
  const { call } = useApi();
  const { id, role } = workspace;
  const keys = useLoad(`keys ${id}`, () =>
    all<Key>(async (cursor) => {
      const page = { limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await call('listApiKeys', page, id);
      return { items: answer.keys, nextCursor: answer.nextCursor };
    }),
  );
  const seats = useLoad(`seats ${id}`, () => loadSeats((page) => call('listAgentSeats', page, id), role));
  const reload = async (): Promise<void> => {
    await Promise.all([keys.reload(), seats.reload()]);
  };
  return { keys: keys.state, seats: seats.state, reload };
}

export interface Seats {
  readonly seats: readonly Seat[];
  readonly activeCount: number;
  readonly cap: number;
  /** the role may not see them */
  readonly hidden: boolean;
}

type ListSeats = (page: { limit: number; cursor?: string }) => Promise<OutputOf<'listAgentSeats'>>;

async function loadSeats(list: ListSeats, role: Membership['role']): Promise<Seats> {
  if (role === 'billing_only') return { seats: [], activeCount: 0, cap: 1, hidden: true };
  let last: OutputOf<'listAgentSeats'> | undefined;
  const seats = await all<Seat>(async (cursor) => {
    last = await list({ limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) });
    return { items: last.seats, nextCursor: last.nextCursor };
  });
  return { seats, activeCount: last?.activeCount ?? 0, cap: last?.cap ?? 1, hidden: false };
}
