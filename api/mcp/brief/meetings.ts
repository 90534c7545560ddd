import type { Output } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { hasWords } from '../../core/json-schema.ts';

type Meetings = Output<typeof meetings.listMeetings>;
type Line = Meetings['meetings'][number];

/** Values that all lines share are stated once. */
const shared = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);

const withoutZone = ({ display, timezone }: Line['local']): string => display.replace(` (${timezone})`, '');

/**
 * A list of meetings: when, what, with whom, and the id. get_meeting has the rest of one. `timezone` and `host` stand at the top where they are
 * those of every line.
 */
export function briefMeetings({ untrusted, meetings, nextCursor }: Meetings) {
  const timezone = shared(meetings.map(({ local }) => local.timezone));
  const host = shared(meetings.map(({ host: { name } }) => name));
  const lines = meetings.map(({ id, local, status, takesPlace, eventType, host: { name }, otherHosts, invitee }) => ({
    id,
    display: timezone === undefined ? local.display : withoutZone(local),
    status,
    takesPlace,
    event: eventType.name,
    ...(host === undefined ? { host: name } : {}),
    ...(otherHosts ? { otherHosts: otherHosts.map((other) => other.name) } : {}),
    invitee: { name: invitee.name, email: invitee.email },
  }));
  // Only what is left here: a path to nothing teaches a model to pass over the list.
  const ofStrangers = untrusted?.filter((path) => hasWords({ meetings: lines }, path.split('.'))) ?? [];
  return {
    ...(ofStrangers.length > 0 ? { untrusted: ofStrangers } : {}),
    ...(timezone === undefined ? {} : { timezone }),
    ...(host === undefined ? {} : { host }),
    meetings: lines,
    nextCursor,
  };
}
