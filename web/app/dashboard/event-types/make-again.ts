import { type Call, CallError } from '../../data/call.ts';
import { copiedSettings } from './copy-settings.ts';
import type { EventLine } from './event-type.ts';

/** Makes a new event type with the settings and the link of an archived one: archiving itself is for good (contract.md). */
export async function makeAgain(
  call: Call,
  { id, name, slug }: Pick<EventLine, 'id' | 'name' | 'slug'>,
  workspaceId: string,
): Promise<void> {
  const { eventType } = await call('getEventType', { eventTypeId: id }, workspaceId);
  const { scheduleId, ...settings } = copiedSettings(eventType, { name, slug });
  await call('createEventType', { ...settings, ...(scheduleId && { scheduleId }) }, workspaceId).catch((failure) => {
    // The schedule was deleted meanwhile: the host's oldest takes its place.
    if (!(failure instanceof CallError) || failure.reason !== 'schedule_not_found') throw failure;
    return call('createEventType', settings, workspaceId);
  });
}
