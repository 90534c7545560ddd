import { usualPlace } from '../../../../domain/event-types/usual-place.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Place } from './event-type.ts';
import { makesLinks, useLinkMakers } from './link-makers.ts';

interface UsualPlace {
  readonly place: Place;
  readonly detail: string;
}

const BY_PHONE: UsualPlace = { place: 'phone', detail: '' };

/** Where a new event type takes place unless something else is chosen (domain/event-types/usual-place.ts). By phone until it is known. */
export function useUsualPlace(): UsualPlace {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const makers = useLinkMakers();
  const { state } = useLoad(`usual place ${workspace.id}`, async () => {
    const { eventTypes } = await call('listHostEventTypes', { hostUserId: person.id, limit: 1 }, workspace.id);
    const [newest] = eventTypes;
    return newest ? (await call('getEventType', { eventTypeId: newest.id }, workspace.id)).eventType : null;
  });
  if (state.status !== 'ready' || makers === null) return BY_PHONE;
  const { locationType, locationDetail } = usualPlace(state.data, (place) => makesLinks(makers, place));
  return { place: locationType, detail: locationDetail ?? '' };
}
