import { z } from 'zod';
import { readConnection } from '../../../store/calendars/connections.ts';
import { pageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';

const UUID = z.uuid();

/** GET /calendars/connected/{connectionId}: what the person's new connection does. */
export async function showConnected(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  const { services } = visit.kit;
  const session = await pageSession(services, visit.request, visit.response);
  if (session === null) return;
  const connectionId = UUID.safeParse(visit.part('connectionId')).data;
  const { userId } = session.person;
  const connection =
    connectionId === undefined ? undefined : await readConnection(services.sql, { connectionId, userId });
  if (connection?.status !== 'active') return visit.goTo('/settings/calendars');
  const { provider, email, calendars, conflictSource } = connection;
  visit.show('calendarConnected', {
    label: services.calendarConsents.get(provider)?.label ?? provider,
    email,
    blocking: calendars.filter(({ blocks }) => blocks).map(({ name }) => name),
    counts: conflictSource === 'calendar',
    written: calendars.find(({ isWritten }) => isWritten)?.name ?? null,
  });
}
