import type { meetings } from '../../../schemas/operations/meetings.ts';
import { writeNotes } from '../../../store/meetings/host-meetings.ts';
import { noteInputsChange, readInputsVersion } from '../../../store/prep/prep-packs.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange, reread, signed } from './host-meeting.ts';
import { toDetail } from './meeting-detail.ts';

export const updateMeeting: Handler<typeof meetings.updateMeeting> = async (context, input) => {
  const found = await requireMeetingToChange(context, input.bookingId);
  const { source } = signed(context);
  await writeNotes(context.sql, found, input.hostNotes || null, { actor: context.actor, source }, noteInputsChange);
  const { id, workspaceId } = found.booking;
  if (await readInputsVersion(context.sql, id)) context.flowClient.signal('prepPack', { id, workspaceId }, 'changed');
  return toDetail(context, await reread(context, input.bookingId), input.timeZone);
};
