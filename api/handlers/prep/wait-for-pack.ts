import type { Actor } from '../../../domain/access/actor.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import type { HostMeeting } from '../../../store/meetings/host-meetings.ts';
import { isPackUnderWay, isPostponed, PREP_CHANNEL } from '../../../store/prep/prep-packs.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { type HostContext, requireMeeting } from '../meetings/host-meeting.ts';

const WAITING: ReadonlySet<string> = new Set(['none', 'pending', 'running']);

/**
 * Reads something of a meeting's pack; with seconds to wait, until it is made or the time is over.
 * @param statusOf `none`: there is none yet
 */
export async function waitForPack<Row>(
  context: HostContext,
  { bookingId, waitSeconds }: { readonly bookingId: string; readonly waitSeconds: number },
  read: () => Promise<Row>,
  statusOf: (row: Row) => string,
): Promise<Pick<HostMeeting, 'meeting' | 'bookedAt'> & { readonly row: Row }> {
  const { waits, caller } = context;
  const { meeting, bookedAt } = await requireMeeting(context, bookingId);
  context.nameFlow(flowId('prepPack', bookingId));
  const found = await read();
  if (waitSeconds === 0 || !WAITING.has(statusOf(found))) return { row: found, meeting, bookedAt };
  // No pack will come, such as of an event type without packs.
  if (statusOf(found) === 'none' && !(await isPackUnderWay(context.sql, bookingId)))
    return { row: await read(), meeting, bookedAt };
  // A pack that a caller waits for is not postponed.
  let isHurried = false;
  await waits.until({
    channel: PREP_CHANNEL,
    rowId: bookingId,
    holder: `prep ${bookingId} ${caller.requestId}`,
    client: clientNetwork(caller.ip),
    seconds: waitSeconds,
    read: async () => {
      const status = statusOf(await read());
      if (WAITING.has(status) && !isHurried) isHurried = await startNow(context, bookingId);
      return status;
    },
    isSettled: (status) => status !== undefined && !WAITING.has(status),
    gone: caller.gone,
  });
  // The caller may have lost the key or the role while waiting: check again.
  const actor = (await context.reauthenticate()) as Actor;
  // The link to join may have come during the wait.
  const latest = await requireMeeting({ ...context, actor }, bookingId);
  context.nameFlow(flowId('prepPack', bookingId));
  return { row: await read(), meeting: latest.meeting, bookedAt };
}

/** @returns whether the pack was postponed */
async function startNow({ sql, flowClient, actor }: HostContext, bookingId: string): Promise<boolean> {
  if (!(await isPostponed(sql, bookingId))) return false;
  flowClient.signal('prepPack', { id: bookingId, workspaceId: actor.workspaceId }, 'changed');
  return true;
}
