import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { partsOf } from '../../../api/core/schema-parts.ts';
import { IN_APP_MCP_PATH, MCP_PATH } from '../../../api/mcp/path.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { toolCaller } from '../../support/drivers/mcp-client.ts';
import { intentOf } from '../../support/factories/agents.ts';
import { makeTeam, type TestKey } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const WRONG = 'xqzUnknown';
type Path = readonly (string | 0)[];

/** Where a schema has objects with known fields: the input itself, and each one within it. */
function levelsOf(schema: z.core.$ZodType, at: Path = []): Path[] {
  const { innerType, element, valueType, shape, others } = partsOf(schema);
  if (innerType) return levelsOf(innerType, at);
  if (element) return levelsOf(element, [...at, 0]);
  if (valueType) return levelsOf(valueType, [...at, 'sales']);
  if (!shape) return [];
  const inner = Object.entries(shape).flatMap(([name, field]) => levelsOf(field, [...at, name]));
  return others === 'free' ? inner : [at, ...inner];
}

/** The unknown argument at its level, with nothing around it but what leads there. */
const withWrongAt = (path: Path): Record<string, unknown> =>
  [...path]
    .reverse()
    .reduce<Record<string, unknown> | unknown[]>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), {
      [WRONG]: 1,
    }) as Record<string, unknown>;

const tools = Object.values(contract).flatMap((operations) =>
  Object.values(operations as Record<string, Operation>).filter(({ tool }) => tool !== undefined),
);
const ofSurface = (surface: Operation['surface']) =>
  tools
    .filter((operation) => operation.surface === surface)
    .map((operation) => [operation.tool ?? '', operation] as const);

let stack: Stack;
let key: TestKey;
const inApp = toolCaller(() => `${stack.appUrl}${IN_APP_MCP_PATH}`);
const byPublic = toolCaller(() => `${stack.publicUrl}${MCP_PATH}`);
beforeAll(async () => {
  stack = await startStack({ demo: false });
  key = await (await makeTeam(stack.sql)).key('owner');
});
afterAll(async () => {
  await Promise.all([inApp.close(), byPublic.close()]);
  await stack.close();
});

const namesWrong = (path: Path) =>
  expect.arrayContaining([
    expect.objectContaining({ path: [...path, WRONG].join('.'), message: expect.stringMatching(/^is unknown/) }),
  ]);
const issuesOf = (text: string) => JSON.parse(text).error?.details?.issues;

it('levels are found within objects, lists and free keys', () => {
  const update = ofSurface('host').find(([name]) => name === 'update_event_type')?.[1] as Operation;
  const levels = levelsOf(update.input).map((path) => path.join('.'));
  expect(levels).toEqual(expect.arrayContaining(['', 'form', 'form.fields.0', 'form.fields.0.conditionalLogic.all.0']));
});

describe.each(ofSurface('host'))('%s refuses an unknown argument', (name, operation) => {
  const levels = levelsOf(operation.input);

  it(`at ${levels.length} levels: over MCP, by execute, by REST`, async () => {
    const shown = { headers: key.headers, userId: key.userId };
    const headers = { ...key.headers, ...(await intentOf(stack, operation, shown, {})) };
    for (const path of levels) {
      const args = withWrongAt(path);
      const mcp = await inApp.call(name, args, headers);
      expect(mcp.isError).toBe(true);
      expect(issuesOf(mcp.content[0]?.text ?? '{}')).toEqual(namesWrong(path));
      const executed = await callHost(stack.appUrl, workspaceTools.executeTool, { name, arguments: args }, headers);
      expect(executed.status).toBe(400);
      expect(issuesOf(executed.text)).toEqual(namesWrong(['arguments', ...path]));
      if (path.length > 0 && ['GET', 'DELETE'].includes(operation.method)) continue;
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, uuidv7()] as const);
      const rest = await callHost(stack.appUrl, operation, { ...args, ...Object.fromEntries(inPath) }, headers);
      expect([rest.status, rest.json().error?.code]).toEqual([400, 'request.invalid']);
      expect(issuesOf(rest.text)).toEqual(namesWrong(path));
    }
  });
});

describe.each(ofSurface('public'))('%s refuses an unknown argument', (name, { input, toolInput = input }) => {
  it.each(levelsOf(toolInput).map((path) => [path.join('.'), path] as const))('at its level "%s"', async (_, path) => {
    const answer = await byPublic.call(name, withWrongAt(path), {});
    expect(answer.isError).toBe(true);
    expect(issuesOf(answer.content[0]?.text ?? '{}')).toEqual(namesWrong(path));
  });
});

it('"__proto__", which libraries drop in silence, is refused by all three ways', async () => {
  const body = (...lines: string[]) => `{${lines.join(',')}}`;
  const hidden = '"__proto__":{"x":1}';
  const post = (path: string, text: string) =>
    fetch(`${stack.appUrl}${path}`, {
      method: 'POST',
      headers: { ...key.headers, 'content-type': 'application/json' },
      body: text,
    });
  const params = `"params":{"name":"list_meetings","arguments":{${hidden}}}`;
  const mcp = await post(IN_APP_MCP_PATH, body('"jsonrpc":"2.0"', '"id":1', '"method":"tools/call"', params));
  expect(mcp.status).toBe(400);
  expect(await mcp.text()).toContain('"__proto__');
  const { path } = workspaceTools.executeTool;
  const executed = await post(`/api/v1${path}`, body('"name":"list_meetings"', `"arguments":{${hidden}}`));
  expect(executed.status).toBe(400);
  expect(issuesOf(await executed.text())).toEqual([expect.objectContaining({ path: 'arguments.__proto__' })]);
  const schedule = body('"name":"x"', '"timezone":"UTC"', '"weeklyHours":[]', hidden);
  const rest = await post('/api/v1/workspace/schedules', schedule);
  expect(rest.status).toBe(400);
  expect(issuesOf(await rest.text())).toEqual([expect.objectContaining({ path: '__proto__' })]);
});
