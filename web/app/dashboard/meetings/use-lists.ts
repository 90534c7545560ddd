import { useSearch } from '@tanstack/react-router';
import { todaysName } from '../../../picker/zone-names.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';

export const TABS = ['upcoming', 'past', 'pending', 'canceled'] as const;
export type Tab = (typeof TABS)[number];
type Lines = OutputOf<'listMeetings'>;

/** What the address says of the lists. */
export interface Shown {
  readonly tab: Tab;
  readonly isEverybody: boolean;
  /** a text in the guest's name or address; undefined: any guest */
  readonly guest: string | undefined;
  readonly cursor: string | undefined;
}

const PAGE = 25;
/** What is booked elsewhere appears by itself. */
export const FOLLOW_SECONDS = 20;
const SEES_ALL: ReadonlySet<string> = new Set(['owner', 'admin', 'manager']);

/** Whether the person may see the meetings of others. */
export const useSeesAll = (): boolean => SEES_ALL.has(useDashboard().workspace.role);

/** What a search of the meetings puts into their address. */
export const searchFor = (guest: string): { readonly q: string } => ({ q: guest });

const SHORTEST_SEARCH = 2;

/** One letter would find half of all guests: it searches nothing yet. */
function searchedFor(typed: string | undefined): string | undefined {
  const text = String(typed ?? '').trim();
  return text.length < SHORTEST_SEARCH ? undefined : text;
}

/** The list that the address names. Who may not see everybody's sees their own. */
export function useShown(): Shown {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const seesAll = useSeesAll();
  return {
    tab: TABS.find((tab) => tab === search.tab) ?? 'upcoming',
    isEverybody: seesAll && search.whose === 'everybody',
    guest: searchedFor(search.q),
    cursor: search.cursor,
  };
}

/** The zone of the person's browser: for lists of hosts in several. */
const zoneHere = (): string => todaysName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** One page of a list, and how to read it again. Own meetings are in the host's zone, everybody's in the reader's. */
export function useList({ tab, isEverybody, guest, cursor }: Shown): Load<Lines> {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const whose = isEverybody ? { timeZone: zoneHere() } : { hostUserId: person.id };
  return useLoad(
    `meetings ${workspace.id} ${tab} ${isEverybody} ${cursor} ${guest ?? ''}`,
    () =>
      call(
        'listMeetings',
        {
          filter: tab,
          limit: PAGE,
          ...whose,
          ...(guest !== undefined && { guest }),
          ...(cursor !== undefined && { cursor }),
        },
        workspace.id,
      ),
    { everySeconds: FOLLOW_SECONDS },
  );
}
