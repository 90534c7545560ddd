import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { type CallLimits, ProviderError } from '../provider.ts';
import { type Api, optionsOf, windowOf } from './client.ts';

/** Google refuses longer ranges; where the limit is, it does not say. */
const LONGEST_MS = 60 * 86_400_000;

/** Busy times of a calendar that shows nothing else. They have no ids of their own: the times are the id. */
export async function readBusyTimes(
  api: Api,
  calendarId: string,
  interval: Interval,
  limits: CallLimits,
): Promise<RemoteEvent[]> {
  const found: RemoteEvent[] = [];
  for (let { startMs } = interval; startMs < interval.endMs; startMs += LONGEST_MS) {
    const requestBody = {
      ...windowOf({ startMs, endMs: Math.min(startMs + LONGEST_MS, interval.endMs) }),
      items: [{ id: calendarId }],
    };
    const { data } = await api.freebusy.query({ requestBody }, optionsOf(limits));
    found.push(...busyOf(data, calendarId));
  }
  return found;
}

/** Google answers 200 even for a calendar that it could not read. @throws ProviderError */
function busyOf(data: calendar_v3.Schema$FreeBusyResponse, calendarId: string): RemoteEvent[] {
  const answer = data.calendars?.[calendarId];
  const reason = answer?.errors?.[0]?.reason;
  if (reason === 'notFound') throw new ProviderError('not_found', '200 notFound');
  if (reason || !answer?.busy) throw new ProviderError('away', '200 no_free_busy');
  return answer.busy.map(({ start, end }) => {
    const [startMs, endMs] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
    if (Number.isNaN(startMs) || Number.isNaN(endMs)) throw new ProviderError('away', '200 no_times');
    return {
      id: `busy-${startMs}-${endMs}`,
      seriesId: null,
      time: { kind: 'timed', startMs, endMs },
      availability: 'busy',
      response: 'none',
    };
  });
}
