import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { everyPage, type PageInput } from '../../data/every-page.ts';
import { type Loaded, useLoad } from '../../data/use-load.ts';
import type { Membership } from '../workspaces/choice.ts';

export type Key = OutputOf<'listApiKeys'>['keys'][number];
export type Seat = OutputOf<'listAgentSeats'>['seats'][number];

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
    everyPage(
      (page) => call('listApiKeys', page, id),
      (answer) => answer.keys,
    ),
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

type ListSeats = (page: PageInput) => Promise<OutputOf<'listAgentSeats'>>;

async function loadSeats(list: ListSeats, role: Membership['role']): Promise<Seats> {
  if (role === 'billing_only') return { seats: [], activeCount: 0, cap: 1, hidden: true };
  let last: OutputOf<'listAgentSeats'> | undefined;
  const seats = await everyPage(list, (answer) => {
    last = answer;
    return answer.seats;
  });
  return { seats, activeCount: last?.activeCount ?? 0, cap: last?.cap ?? 1, hidden: false };
}
