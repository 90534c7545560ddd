import { beforeEach, expect } from 'vitest';
import type { Operation } from '../../../schemas/operation.ts';
import { eventTypes } from '../../../schemas/operations/event-types.ts';
import { shareTeamStack } from '../stack/team-stack.ts';
import { callHost } from './host-calls.ts';
import { http } from './http.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface EventType extends Body {
  readonly id: string;
  readonly slug: string;
  readonly host: { readonly id: string };
}

/** A stack for all tests of a file, a team for each test, and the calls for event types, by default with the owner's key. */
export function setUpEventTypeCalls() {
  const its = shareTeamStack();
  let headers: Readonly<Record<string, string>>;
  beforeEach(async () => {
    headers = (await its.team.key('owner')).headers;
  });

  const call = (operation: Operation, input: Body, by = headers) => callHost(its.stack.appUrl, operation, input, by);
  const create = (more: Body = {}, by = headers) =>
    call(eventTypes.createEventType, { name: 'Intro call', durationMinutes: 30, locationType: 'phone', ...more }, by);
  const update = (eventTypeId: string, change: Body, by = headers) =>
    call(eventTypes.updateEventType, { eventTypeId, ...change }, by);
  const archive = (eventTypeId: string, by = headers) => call(eventTypes.archiveEventType, { eventTypeId }, by);
  const restore = (eventTypeId: string, by = headers) => call(eventTypes.restoreEventType, { eventTypeId }, by);
  const get = async (eventTypeId: string) => (await call(eventTypes.getEventType, { eventTypeId })).json().eventType;
  const made = async (more?: Body, by?: typeof headers): Promise<EventType> => {
    const answer = await create(more, by);
    expect(answer.status, answer.text).toBe(200);
    return answer.json().eventType as EventType;
  };
  const publicGet = (path: string) => http(`${its.stack.publicUrl}/api/v1/public/${its.team.slug}/${path}`);
  const slotsOf = (slug: string) => publicGet(`hedy/${slug}/slots`);
  const logged = () => its.stack.sql<{ action: string; data: Body }[]>`
    select action, data from activity_log where workspace_id = ${its.team.workspaceId} and subject_type = 'event_type' order by id`;
  /** The state that a refused call must not change. */
  const state = () => its.stack.sql`
    select (select json_agg(e order by e.id) from event_types e where workspace_id = ${its.team.workspaceId}) as events,
      (select json_agg(f order by f.id) from forms f where workspace_id = ${its.team.workspaceId}) as forms,
      (select count(*)::int from activity_log where workspace_id = ${its.team.workspaceId}) as log`;

  return {
    get stack() {
      return its.stack;
    },
    get team() {
      return its.team;
    },
    call,
    create,
    update,
    archive,
    restore,
    get,
    made,
    publicGet,
    slotsOf,
    logged,
    state,
  };
}
