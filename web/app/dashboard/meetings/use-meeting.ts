import { useApi } from '../../data/api-context.ts';
import { CallError, type OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import type { Membership } from '../workspaces/choice.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { FOLLOW_SECONDS } from './use-lists.ts';

/** A meeting, and the workspace that it was found in. */
export interface FoundMeeting {
  readonly meeting: OutputOf<'getMeeting'>;
  readonly workspace: Pick<Membership, 'id' | 'slug'>;
}

/** A meeting by its id. Links of mails name no workspace: it may be in another one of the person's. */
export function useMeeting(bookingId: string): Load<FoundMeeting> {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const findIn = async (place: FoundMeeting['workspace']): Promise<FoundMeeting> => ({
    meeting: await call('getMeeting', { bookingId }, place.id),
    workspace: place,
  });
  const find = async (): Promise<FoundMeeting> => {
    try {
      return await findIn(workspace);
    } catch (failure) {
      if (!isMissing(failure)) throw failure;
      const { workspaces } = await call('listWorkspaces', {});
      for (const other of workspaces.filter(({ id }) => id !== workspace.id)) {
        const found = await findIn(other).catch(() => null);
        if (found) return found;
      }
      throw failure;
    }
  };
  return useLoad(`meeting ${workspace.id} ${bookingId}`, find, { everySeconds: FOLLOW_SECONDS });
}

/** No such meeting here. An address that holds no id at all is a 400. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 404 || failure.status === 400);
