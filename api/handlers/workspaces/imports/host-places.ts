import type { HostPlaces } from '../../../../domain/event-types/imports/stand-in-place.ts';
import type { imports } from '../../../../schemas/operations/workspaces/imports.ts';
import { wouldMakeLinks } from '../../../../store/calendars/link-makers.ts';
import { listEventTypes } from '../../../../store/event-types/event-types.ts';
import type { ActingContext } from '../../../core/handler.ts';

/** Read before anything is made: what an import makes first does not decide about the rest of it. */
export async function hostPlaces(
  { sql, actor, now }: Pick<ActingContext<typeof imports.importSettings>, 'sql' | 'actor' | 'now'>,
  hostId: string,
): Promise<HostPlaces> {
  const newestAlone = { status: 'active', after: undefined, limit: 1 } as const;
  const [newest] = await listEventTypes(sql, { workspaceId: actor.workspaceId, hostId, now, ...newestAlone });
  const byGoogle = await wouldMakeLinks(sql, hostId, 'google_meet');
  const byMicrosoft = await wouldMakeLinks(sql, hostId, 'microsoft_teams');
  return {
    newest: newest?.settings ?? null,
    makes: (place) => (place === 'google_meet' ? byGoogle : byMicrosoft),
  };
}
