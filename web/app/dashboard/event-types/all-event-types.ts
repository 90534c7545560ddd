import type { Call } from '../../data/call.ts';
import type { EventLine } from './event-type.ts';

const LARGEST_PAGE = 100;
const MOST_PAGES = 10;

/** All that the person may change: a workspace has at most 1,000 (EVENT_TYPE_CAPS), so that ten answers have all active ones. */
export async function allEventTypes(
  call: Call,
  status: 'active' | 'archived',
  workspaceId: string,
): Promise<EventLine[]> {
  const all: EventLine[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Awaited<ReturnType<typeof call<'listHostEventTypes'>>> = await call(
      'listHostEventTypes',
      { status, limit: LARGEST_PAGE, ...(cursor !== null && { cursor }) },
      workspaceId,
    );
    all.push(...page.eventTypes);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return all;
}

/** The key of all event types on all pages. */
export const allKeyOf = (workspaceId: string, status: 'active' | 'archived'): string =>
  `event types ${workspaceId} ${status}`;
