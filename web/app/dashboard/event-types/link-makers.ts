import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Place } from './event-type.ts';

type Provider = OutputOf<'listCalendars'>['providers'][number]['provider'];

/** Whose calendars make the links of a place; null: its link is typed, or it has none. */
export const makerOf = (place: Place): Provider | null =>
  place === 'google_meet' ? 'google' : place === 'microsoft_teams' ? 'microsoft' : null;

interface LinkMakers {
  /** providers whose calendar of the person gets the meetings, and so makes their links */
  readonly own: readonly Provider[];
  /** those that can be connected here */
  readonly offered: readonly Provider[];
}

/** What makes links for the person's meetings; null: not known yet, or it cannot be read. */
export function useLinkMakers(): LinkMakers | null {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const { state } = useLoad(`link makers ${workspace.id}`, async () => {
    const { calendars, providers } = await call('listCalendars', {}, workspace.id);
    const writing = calendars.filter(
      ({ host, seatStatus, calendars: inside }) =>
        host.id === person.id && seatStatus !== 'reconnect_required' && inside.some(({ isWritten }) => isWritten),
    );
    return {
      own: writing.map(({ provider }) => provider),
      offered: providers.map(({ provider }) => provider),
    };
  });
  return state.status === 'ready' ? state.data : null;
}

/** Whether guests get a link without one being typed. Unknown counts as yes: nobody is warned without a reason. */
export const makesLinks = (makers: LinkMakers | null, place: Place): boolean => {
  const maker = makerOf(place);
  return maker === null || makers === null || makers.own.includes(maker);
};
