import { expect, it } from 'vitest';
import { mcpTools, TOOLSETS } from '../../api/core/tools.ts';
import { contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { readGuide } from './examples.ts';

const [, tables = ''] = readGuide('docs/workspace-tools.md').split('\n## All tools\n');
const ROW = /^\| `(?<tool>\w+)` \| (?<role>\w+) \| (?<effect>\w+) \| `(?<route>\w+ \S+)` \|$/gm;

/** The least role that reaches an operation, as the guide calls it. */
const leastRole = ({ auth }: Operation): string => {
  if (typeof auth === 'string') throw new Error(`a tool for ${auth}`);
  const reaches = (role: Role) => auth.roles.includes(role);
  if (reaches('billing_only')) return reaches('member') ? 'any' : 'billing';
  return (['member', 'manager', 'admin', 'owner'] as const).find(reaches) ?? 'nobody';
};

it('docs/workspace-tools.md names every tool in the order of the catalog, with role, effect and route', () => {
  const documented = [...tables.matchAll(ROW)].map(({ groups }) => ({ ...groups }));
  const declared = [...mcpTools(contract, 'host')].map(([tool, { operation }]) => ({
    tool,
    role: leastRole(operation),
    effect: operation.effect,
    route: `${operation.method} ${operation.path}`,
  }));
  expect(documented).toEqual(declared);
});

it('and has a heading for each set that a client can ask for', () => {
  const sections = tables.split(/^\*\*(?=[A-Z])/m).map((section) => [...section.matchAll(ROW)]);
  const documented = sections.map((rows) => rows.map(({ groups }) => groups?.tool)).filter(({ length }) => length > 0);
  expect(documented).toEqual(Object.values(TOOLSETS).map((set) => [...set]));
});

it('and says right which tools need which scope', () => {
  const withScope = (scope: string) =>
    [...mcpTools(contract, 'host')].filter(
      ([
        ,
        {
          operation: { auth },
        },
      ]) => typeof auth !== 'string' && auth.scope === scope,
    );
  expect(withScope('any').map(([tool]) => tool)).toEqual([
    'get_workspace',
    'list_api_keys',
    'revoke_api_key',
    'get_billing',
    'get_checkout',
    'get_agent_identity',
    'revoke_agent_identity',
  ]);
  const oddReads = withScope('workspace.act').filter(([, { operation }]) => operation.effect === 'read');
  expect(oddReads.map(([tool]) => tool)).toEqual(['list_webhooks', 'list_webhook_deliveries', 'list_test_mail']);
  expect(withScope('workspace.read').every(([, { operation }]) => operation.effect === 'read')).toBe(true);
});
