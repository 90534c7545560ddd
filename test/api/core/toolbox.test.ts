import { expect, it } from 'vitest';
import { asToolError } from '../../../api/core/toolbox.ts';
import { mcpTools } from '../../../api/core/tools.ts';
import { namesNear } from '../../../domain/names-near.ts';
import { contract } from '../../../schemas/contract.ts';
import { AppError, type FieldIssue, invalid } from '../../../schemas/errors.ts';

const tools = mcpTools(contract, 'host');
const names = [...tools.keys()];
const listed = (name: string) => {
  const tool = tools.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.listed;
};

it('names the fields within arguments, with what the schema asks of them', () => {
  const error = asToolError(listed('invite_member'), invalid([{ path: 'role', message: 'must be one of: owner' }]));
  expect(error.message).toBe('Invalid request: arguments.role: must be one of: owner');
  expect(error.details).toMatchObject({
    tool: 'invite_member',
    issues: [{ path: 'arguments.role', message: 'must be one of: owner' }],
    schema: { properties: { role: { enum: ['owner', 'admin', 'manager', 'member', 'billing_only'] } }, required: [] },
  });
  expect(Object.keys((error.details as { schema: { properties: object } }).schema.properties)).toEqual(['role']);
});

const schemaIn = (tool: string, ...issues: FieldIssue[]) =>
  (asToolError(listed(tool), invalid(issues)).details as { schema?: { properties: object; $defs?: object } }).schema;

it('has a whole schema of the fields, or none', () => {
  const unknown = { path: 'xyzzy', message: 'is unknown' };
  expect(schemaIn('create_event_type', unknown)).toBeUndefined();
  const all = [...tools.values()].flatMap(({ listed: { name, inputSchema } }) =>
    Object.keys(inputSchema.properties ?? {}).map((path) => schemaIn(name, { path, message: 'is wrong' })),
  );
  const given = all.filter((schema) => schema !== undefined);
  expect(given.length).toBeGreaterThan(200);
  for (const schema of given) {
    expect(Object.keys(schema.properties)).toHaveLength(1);
    const text = JSON.stringify(schema);
    expect(text.length).toBeLessThanOrEqual(2_000);
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) expect(schema.$defs).toHaveProperty(name);
  }
  expect(schemaIn('update_event_type', { ...unknown, didYouMean: ['limits.perDay'] })?.properties).toHaveProperty(
    'limits',
  );
});

it('leaves other errors alone', () => {
  const error = new AppError('resource.conflict', 'Taken', { reason: 'slug_taken' });
  expect(asToolError(listed('update_workspace'), error)).toBe(error);
});

it.each([
  ['invite_members', 'invite_member'],
  ['cancelBooking', 'cancel_booking'],
  ['remove-member', 'remove_member'],
  ['get_workspaces', 'get_workspace'],
])('%s: did you mean %s?', (given, meant) => {
  expect(namesNear(given, names)[0]).toBe(meant);
});

it('names one alone if it has the same letters', () => {
  expect(namesNear('Cancel-Booking', names)).toEqual(['cancel_booking']);
  expect(namesNear('prospect_email', ['prospectName', 'prospectEmail'])).toEqual(['prospectEmail']);
});

it('compares the beginning of a very long name, and none that is too short to be alike', () => {
  const beganMs = performance.now();
  for (let n = 0; n < 200; n += 1) namesNear(`cancel_booking${'x'.repeat(90_000)}`, names);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
  expect(namesNear('aaaaaaaaaaaaaaaa', ['aa'])).toEqual([]);
});

it('guesses nothing for what is like nothing', () => {
  expect(namesNear('xyzzy', names)).toEqual([]);
  expect(namesNear('', names)).toEqual([]);
});

it('the catalog has its order, and every tool a place in it', () => {
  const first = ['get_workspace', 'update_workspace', 'set_workspace_avatar', 'list_activity', 'list_event_types'];
  expect(names.slice(0, first.length)).toEqual(first);
  expect(names.at(-1)).toBe('agent_connect_calendar');
  const at = (name: string) => names.indexOf(name);
  expect(at('list_meetings')).toBeLessThan(at('create_booking'));
  expect(at('remove_member')).toBeLessThan(at('list_calendars'));
});

it('hints say of each tool what its declaration does', () => {
  for (const { listed: tool, operation } of tools.values()) {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    expect([readOnlyHint, destructiveHint, openWorldHint]).toEqual([
      operation.effect === 'read',
      operation.effect === 'destroy',
      operation.looksOutside === true,
    ]);
    expect(typeof idempotentHint).toBe('boolean');
  }
  expect(listed('update_member_role').annotations.idempotentHint).toBe(true);
  expect(listed('invite_member').annotations.idempotentHint).toBe(false);
  expect(listed('remove_member').annotations.destructiveHint).toBe(true);
});

it('a hint and the description of a tool say the same', () => {
  for (const { listed: tool } of tools.values()) {
    const { readOnlyHint, idempotentHint, openWorldHint, destructiveHint } = tool.annotations;
    const says = (words: RegExp) => words.test(tool.description);
    const label = `${tool.name}: ${tool.description}`;
    if (says(/\brepeating (changes nothing|returns the (same|existing))/i) && !readOnlyHint)
      expect(idempotentHint, label).toBe(true);
    if (says(/\beach call (creates|makes|mails) another/i)) expect(idempotentHint, label).toBe(false);
    if (says(/cannot be undone|permanently/) && !readOnlyHint) expect(destructiveHint, label).toBe(true);
    if (!readOnlyHint) expect(openWorldHint, label).toBe(says(/public sources|asks the service/));
  }
});

/** Every field that takes ids, at every level, with what its schema says around it. */
function idFields(schema: object, path: string, around = ''): [path: string, said: string][] {
  const { description = '', format, properties = {}, items, anyOf = [] } = schema as Record<string, never>;
  const said = `${around} ${description}`;
  return [
    ...(format === 'uuid' ? [[path, said] as [string, string]] : []),
    ...Object.entries(properties).flatMap(([name, field]) => idFields(field as object, `${path}.${name}`)),
    ...(items ? idFields(items, `${path}[]`, said) : []),
    ...(anyOf as object[]).flatMap((part) => idFields(part, path, said)),
  ];
}

it('every field that takes an id names the tool that has such ids', () => {
  const fields = [...tools.values()].flatMap(({ listed: tool }) => idFields(tool.inputSchema, tool.name));
  expect(fields.length).toBeGreaterThan(50);
  for (const [path, said] of fields) {
    const named = said.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
    expect(
      named.some((name) => names.includes(name)),
      `${path}: ${said}`,
    ).toBe(true);
  }
});

it('every field of every tool says what it is', () => {
  const silent = [...tools.values(), ...mcpTools(contract, 'public').values()].flatMap(
    ({ listed: { name, inputSchema } }) =>
      Object.entries((inputSchema.properties ?? {}) as Record<string, { description?: string }>)
        .filter(([, { description }]) => !description)
        .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toEqual([]);
});

it('says "stay unchanged" only of changes', () => {
  const { create_event_type: made, update_event_type: changed } = Object.fromEntries(
    ['create_event_type', 'update_event_type'].map((name) => [name, JSON.stringify(listed(name).inputSchema)]),
  );
  expect(made).not.toContain('stay unchanged');
  expect(changed?.match(/stay unchanged/g)).toHaveLength(2);
});
