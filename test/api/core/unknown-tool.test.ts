import { expect, it } from 'vitest';
import { unknownTool } from '../../../api/core/unknown-tool.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';

const toolsOf = (surface: Operation['surface']): string[] =>
  Object.values(contract)
    .flatMap((area) => Object.values(area) as Operation[])
    .flatMap((operation) => (operation.surface === surface && operation.tool ? [operation.tool] : []));

const nearOf = (name: string, surface: Operation['surface']): unknown =>
  unknownTool(name, toolsOf(surface)).details?.near;

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

it.each(['__proto__', 'constructor', 'toString'])('knows no tool %s, which every object has', (name) => {
  expect(nearOf(name, 'host')).not.toContain(name);
});

it('leads a guest who wants to cancel to no tool that books', () => {
  expect(nearOf('cancel_booking', 'public')).toEqual([]);
  expect(nearOf('list_slots', 'public')).toEqual(['get_availability']);
});
