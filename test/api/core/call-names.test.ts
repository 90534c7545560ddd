import { expect, it } from 'vitest';
import { callNamesOf } from '../../../api/core/tools.ts';
import { contract } from '../../../schemas/contract.ts';

const callNames = callNamesOf(contract);

it.each([
  ['list_members has their ids.', 'GET /workspace/members (list_members) has their ids.'],
  ['Invite them (invite_member).', 'Invite them (POST /workspace/members, invite_member).'],
  ['Wait (get_checkout has its url).', 'Wait (GET /billing/checkout-intents/{intentId} (get_checkout) has its url).'],
  ['MCP tool: `list_members`.', 'MCP tool: `list_members`.'],
  ['my_list_members, list_memberships', 'my_list_members, list_memberships'],
  ['no tool here', 'no tool here'],
])('%s → %s', (text, named) => {
  expect(callNames(text)).toBe(named);
});
