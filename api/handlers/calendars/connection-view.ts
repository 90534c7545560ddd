import { maskedAddress } from '../../../domain/mail/masked-address.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import type { CalendarRow, ConnectionRow } from '../../../store/calendars/connections.ts';

type View = Output<typeof calendars.listCalendars>['calendars'][number];

const RECONNECT =
  'The provider refuses our access. Connect this account again: connect_calendar with its id as connectionId. Nothing is lost.';

interface Viewer {
  readonly workspaceId: string;
  readonly userId: string;
}

/**
 * A connection as this person sees it. Of one that somebody connected in another workspace, perhaps a private account, managers learn its
 * state, provider and masked address.
 */
export const toConnection = (connection: ConnectionRow, viewer: Viewer): View => ({
  id: connection.id,
  provider: connection.provider,
  email: isOpenTo(connection, viewer) ? connection.email : maskedAddress(connection.email),
  emailMasked: !isOpenTo(connection, viewer),
  seatStatus: seatStatusOf(connection),
  organizationId: connection.workspaceId === viewer.workspaceId ? viewer.workspaceId : null,
  createdAt: connection.createdAt.toISOString(),
  host: { id: connection.userId, name: connection.hostName },
  asOf: connection.syncedAt?.toISOString() ?? null,
  problem: connection.status === 'reconnect_required' ? RECONNECT : connection.syncFailure,
  pushes: connection.status === 'active' && connection.hasPush,
  nextReadAt: connection.status === 'active' ? connection.nextReadAt.toISOString() : null,
  conflictSource: connection.conflictSource,
  calendars: isOpenTo(connection, viewer) ? connection.calendars.map(toCalendar) : [],
});

const isOpenTo = (connection: ConnectionRow, { workspaceId, userId }: Viewer): boolean =>
  connection.userId === userId || connection.workspaceId === workspaceId;

const seatStatusOf = ({ status, calendars }: ConnectionRow): View['seatStatus'] => {
  if (status === 'reconnect_required') return 'reconnect_required';
  return calendars.some(({ blocks }) => blocks) ? 'active' : 'unassigned';
};

const toCalendar = (row: CalendarRow): View['calendars'][number] => {
  const { id, name, timezone, isPrimary, canWrite, blocks, isWritten, syncedAt } = row;
  return { id, name, timezone, isPrimary, canWrite, blocks, isWritten, asOf: syncedAt?.toISOString() ?? null };
};
