import { expect } from 'vitest';
import type { Operation } from '../../../schemas/operation.ts';
import type { Role } from '../../../schemas/shapes/access.ts';
import { shareTeamStack, type TeamStack } from '../stack/team-stack.ts';
import { callHost } from './host-calls.ts';
import { type Caller, callerOver } from './surfaces.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The weekly hours of most tests. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
export const office = [{ days: weekdays, start: '09:00', end: '17:00' }];
/** The input of create_schedule. */
export const hours = (more: Input = {}) => ({
  name: 'Office',
  timezone: 'Europe/Berlin',
  weeklyHours: office,
  ...more,
});

/** Midnight UTC of the next Monday that is at least two days away: no minimum notice touches it. The first Monday was day 4 of 1970. */
export const mondayMs = (): number => {
  const earliest = Math.floor(Date.now() / 86_400_000) + 2;
  return (earliest + ((4 - (earliest % 7) + 7) % 7)) * 86_400_000;
};

/** A stack for all tests of a file, a team for each test, and the calls for schedules, by default as the owner. */
export function setUpScheduleCalls() {
  const its: TeamStack = shareTeamStack();
  const { call: callPublic }: Caller = callerOver('REST', () => its.stack);
  const call = async (operation: Operation, input: Input, role: Role = 'owner') =>
    callHost(its.stack.appUrl, operation, input, (await its.team.key(role)).headers);
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects.
  const ok = async (operation: Operation, input: Input, role?: Role): Promise<any> => {
    const answer = await call(operation, input, role);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  };
  const refused = async (operation: Operation, input: Input, role?: Role) => {
    const answer = await call(operation, input, role);
    const { code, message, details } = answer.json().error;
    return { status: answer.status, code, message, reason: details?.reason, details };
  };
  const issuesOf = async (operation: Operation, input: Input): Promise<string[]> => {
    const { status, details } = await refused(operation, input);
    expect(status).toBe(400);
    return ((details?.issues ?? []) as { path: string }[]).map(({ path }) => path);
  };
  const log = () => its.stack.sql<{ action: string; data: Record<string, unknown> }[]>`
    select action, data from activity_log where workspace_id = ${its.team.workspaceId} order by id`;
  /** The schedule of the team host's event, open around the clock in UTC. */
  const hostSchedule = async (): Promise<string> => {
    const [row] = await its.stack.sql<{ id: string }[]>`
      select schedule_id as id from event_types where id = ${its.team.host.eventTypeId}`;
    return row?.id ?? '';
  };
  return { its, callPublic, ok, refused, issuesOf, log, hostSchedule };
}
