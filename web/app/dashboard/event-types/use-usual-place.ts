import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Place } from './event-type.ts';
import { makerOf, makesLinks, useLinkMakers } from './link-makers.ts';

interface UsualPlace {
  readonly place: Place;
  readonly detail: string;
}

/** Works without anything: guests leave their number. */
const BY_PHONE: UsualPlace = { place: 'phone', detail: '' };

/**
 * Where a new event type takes place unless something else is chosen: as the person's newest one if guests can come there, else by the connected
 * calendar's video call, else by phone. Never a video call that has no link.
 */
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
  const last = state.data;
  const detail = last?.locationDetail ?? '';
  const works =
    last && (detail !== '' || (last.locationType !== 'custom_link' && makesLinks(makers, last.locationType)));
  if (works) return { place: last.locationType, detail };
  const byVideo = (['google_meet', 'microsoft_teams'] as const).find((place) =>
    makers.own.some((provider) => provider === makerOf(place)),
  );
  return byVideo ? { place: byVideo, detail: '' } : BY_PHONE;
}
