import type { Command } from 'commander';

/** Fields of the API, and what people type for them. A field of more words is replaced wherever it stands, others as the subject of a sentence alone. */
const FLAGS: readonly (readonly [field: string, flag: string])[] = [
  ['invitee.email', '--email'],
  ['invitee.timezone', '--timezone'],
  ['invitee.name', '--name'],
  ['inviteeEmail', '--guest'],
  ['agentEmail', '--agent-email'],
  ['startAt', '--start'],
  ['timeZone', '--timezone'],
  ['fromDate', '--from-date'],
  ['toDate', '--to-date'],
  ['hostUserId', '--host'],
  ...['timezone', 'email', 'name', 'code', 'limit', 'cursor', 'when', 'from', 'to', 'reason'].map(
    (field) => [field, `--${field}`] as const,
  ),
];
const IDS = /\b(?:bookingId|eventTypeId|scheduleId)\b/g;

/** Tools that a message names, and the command that does the same. */
const COMMANDS: Readonly<Record<string, string>> = {
  list_meetings: 'holdfast meetings',
  get_meeting: 'holdfast meetings show',
  reschedule_booking: 'holdfast meetings move',
  cancel_booking: 'holdfast meetings cancel',
  approve_booking: 'holdfast meetings approve',
  decline_booking: 'holdfast meetings decline',
  list_event_types: 'holdfast events',
  get_event_type: 'holdfast events show',
  archive_event_type: 'holdfast events archive',
  restore_event_type: 'holdfast events restore',
  list_schedules: 'holdfast hours',
  get_schedule: 'holdfast hours show',
  list_teams: 'holdfast teams',
  list_members: 'holdfast members',
  invite_member: 'holdfast members invite',
  update_member_role: 'holdfast members role',
  list_api_keys: 'holdfast keys',
  revoke_api_key: 'holdfast keys revoke',
  list_agent_seats: 'holdfast seats',
  create_agent_seat: 'holdfast seats create',
  revoke_agent_seat: 'holdfast seats revoke',
  list_calendars: 'holdfast calendars',
  connect_calendar: 'holdfast calendars connect',
  disconnect_calendar: 'holdfast calendars disconnect',
  retry_calendar_event: 'holdfast calendars retry',
  get_billing: 'holdfast billing',
  start_checkout: 'holdfast upgrade',
  get_prep_pack: 'holdfast prep',
  refresh_prep_pack: 'holdfast prep --refresh',
  propose_slots: 'holdfast run propose_slots',
  update_workspace: 'holdfast run update_workspace',
  update_event_type: 'holdfast run update_event_type',
};
const TOOLS = new RegExp(`\\b(?:${Object.keys(COMMANDS).join('|')})\\b`, 'g');
/** A value of the filter of a list. */
const FILTER = /(holdfast meetings) with filter (\w+)/g;

const CALL = '(?:GET|POST|PUT|PATCH|DELETE) /[^\\s,)]+';
const CALL_AND_TOOL = new RegExp(`\\b${CALL} \\((\\w+)\\)`, 'g');
const CALL_AND_TOOL_APART = new RegExp(`\\(${CALL}, (\\w+)\\)`, 'g');

/** REST names a call and its tool: `GET /workspace/members (list_members)`. Here the tool alone is left. */
const withoutCalls = (message: string): string =>
  message.replace(CALL_AND_TOOL_APART, '($1)').replace(CALL_AND_TOOL, '$1');

/** The same with commands in place of the tools that do the same. */
export const inCommands = (message: string): string =>
  withoutCalls(message)
    .replace(TOOLS, (tool) => COMMANDS[tool] ?? tool)
    .replace(FILTER, '$1 --filter $2');

/** A message of the API in the words of the command that was typed: its options, its arguments, other commands. */
export function inFlags(message: string, { options, registeredArguments }: Command): string {
  const known = new Set(options.map(({ long }) => long));
  let words = withoutCalls(message).replace(/^Invalid request: /, '');
  for (const [field, flag] of FLAGS) {
    if (!known.has(flag)) continue;
    const name = field.replace('.', '\\.');
    const place = /[A-Z.]/.test(field) ? `\\b${name}\\b(?:: (?=is|must|has))?` : `(?<=^|; )${name}: (?=is|must|has)`;
    words = words.replace(new RegExp(place, 'g'), (found) => (found.endsWith(' ') ? `${flag} ` : flag));
  }
  if (registeredArguments.some((argument) => argument.name() === 'id')) words = words.replace(IDS, 'the id');
  return inCommands(words);
}
