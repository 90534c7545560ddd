import { expect, it } from 'vitest';
import { unknownTool } from '../../../../api/core/repair/tool-names.ts';
import { mcpTools } from '../../../../api/core/tools.ts';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';

const toolsOf = (surface: Operation['surface']) => mcpTools(contract, surface);
const nearOf = (name: string, surface: Operation['surface']): unknown =>
  unknownTool(name, toolsOf(surface)).details?.didYouMean;

it.each([
  ['delete_event_type', 'archive_event_type'],
  ['move_meeting', 'reschedule_booking'],
  ['reschedule_meeting', 'reschedule_booking'],
  ['cancel_meeting', 'cancel_booking'],
  ['book_meeting', 'create_booking'],
  ['book', 'create_booking'],
  ['set_working_hours', 'update_schedule'],
  ['get_availability', 'propose_slots'],
  ['list_slots', 'propose_slots'],
  ['list_users', 'list_members'],
])('%s is called %s in a workspace', (name, ours) => {
  expect(nearOf(name, 'host')).toEqual([ours]);
});

it.each(['create_api_key', 'create_webhooks', 'make_member', 'get_webhook'])(
  '%s leads to no tool that destroys: it ends nothing',
  (name) => {
    const tools = toolsOf('host');
    const near = nearOf(name, 'host') as string[];
    expect(near.filter((tool) => tools.get(tool)?.operation.effect === 'destroy')).toEqual([]);
  },
);

it.each(['__proto__', 'constructor', 'toString'])('knows no tool %s, which every object has', (name) => {
  expect(nearOf(name, 'host')).not.toContain(name);
});

it.each(['get_guest', 'find_guests', 'search_guests', 'list_guests', 'get_bookings_by_guest', 'list_attendees'])(
  '%s reads: it leads to the meetings of a guest',
  (name) => {
    expect(nearOf(name, 'host')).toEqual(['list_meetings']);
    expect(unknownTool(name, toolsOf('host')).message).toContain('list_meetings with inviteeEmail');
  },
);

it.each(['get', 'list', 'find', 'search', 'show', 'read', 'view'])(
  'a name that begins with %s leads to no tool that writes',
  (verb) => {
    const tools = toolsOf('host');
    const nouns = [...tools.keys()].map((tool) => tool.slice(tool.indexOf('_') + 1));
    const near = nouns.flatMap((noun) =>
      tools.has(`${verb}_${noun}`) ? [] : (nearOf(`${verb}_${noun}`, 'host') as string[]),
    );
    expect(near.length).toBeGreaterThan(0);
    expect(near.filter((tool) => tools.get(tool)?.operation.effect !== 'read')).toEqual([]);
  },
);

it.each(['cancel_booking', 'move_booking', 'reschedule_booking', 'cancel_meeting'])(
  'in public %s leads to the link in the mail, and to no tool that books',
  (name) => {
    expect(nearOf(name, 'public')).toEqual([]);
    expect(unknownTool(name, toolsOf('public')).message).toMatch(/at the link in their mail.*get_availability/);
  },
);

it('leads a guest to the slots and the events of a host', () => {
  expect(nearOf('list_slots', 'public')).toEqual(['get_availability']);
  expect(nearOf('list_event_types', 'public')).toEqual(['find_bookable_calendar']);
});
