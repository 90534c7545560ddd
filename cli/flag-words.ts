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

/** Tools that a message names, and the command that lists the same. */
const COMMANDS: Readonly<Record<string, string>> = {
  list_meetings: 'holdfast meetings',
  list_event_types: 'holdfast events',
  list_schedules: 'holdfast hours',
  list_teams: 'holdfast teams',
  list_members: 'holdfast members',
  list_calendars: 'holdfast calendars',
};

/** A message of the API in the words of the command that was typed: its options, its arguments, other commands. */
export function inFlags(message: string, { options, registeredArguments }: Command): string {
  const known = new Set(options.map(({ long }) => long));
  let words = message.replace(/^Invalid request: /, '');
  for (const [field, flag] of FLAGS) {
    if (!known.has(flag)) continue;
    const name = field.replace('.', '\\.');
    const place = /[A-Z.]/.test(field) ? `\\b${name}\\b(?:: (?=is|must|has))?` : `(?<=^|; )${name}: (?=is|must|has)`;
    words = words.replace(new RegExp(place, 'g'), (found) => (found.endsWith(' ') ? `${flag} ` : flag));
  }
  if (registeredArguments.some((argument) => argument.name() === 'id')) words = words.replace(IDS, 'the id');
  return words.replace(/\blist_\w+/g, (tool) => COMMANDS[tool] ?? tool);
}
