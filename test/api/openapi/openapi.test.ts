import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mcpTools } from '../../../api/core/tools.ts';
import { openapiDocument } from '../../../api/openapi/openapi.ts';
import { contract } from '../../../schemas/contract.ts';
import { type ErrorCode, errorStatuses } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { fixtureContract } from '../../support/stack/fixture-api.ts';

interface Json {
  readonly [key: string]: unknown;
}

/** The part of a document at these keys; undefined where there is none. */
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((part, key) => (part as Json | undefined)?.[key], value);

const URLS = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
const documentOf = (areas: Parameters<typeof openapiDocument>[0]) =>
  JSON.parse(JSON.stringify(openapiDocument(areas, URLS))) as Json;

const operations: [string, Operation][] = Object.values(contract).flatMap((area) => Object.entries(area));
const published = operations.filter(([, { surface }]) => surface !== 'page');

/** What asking who calls may answer: a session may name a workspace that is not there for its person. */
const impliedByAuth = ({ auth, effect, worksWhileLocked }: Operation): ErrorCode[] => {
  if (auth === 'none') return [];
  if (auth === 'person') return ['auth.required'];
  if (typeof auth === 'string') return ['resource.not_found'];
  const asked: ErrorCode[] = ['auth.required', 'auth.forbidden', 'resource.not_found'];
  return effect === 'write' && !worksWhileLocked ? [...asked, 'billing.upgrade_required'] : asked;
};

describe('the catalogue of the real contract', () => {
  it('has one operation for each route, name and tool', () => {
    const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    unique(operations.map(([name]) => name));
    unique(published.map(([, { surface, method, path }]) => `${surface} ${method} ${path}`));
    unique(operations.flatMap(([, { tool }]) => tool ?? []));
    const toolsOf = (surface: 'public' | 'host') => mcpTools(contract, surface).size;
    expect(toolsOf('public') + toolsOf('host')).toBe(operations.filter(([, { tool }]) => tool).length);
  });

  it('has one handler file for each operation, of its name', () => {
    const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const [area, named] of Object.entries(contract))
      for (const name of Object.keys(named)) {
        const file = `../../../api/handlers/${kebab(area)}/${kebab(name)}.ts`;
        expect(existsSync(new URL(file, import.meta.url)), file).toBe(true);
      }
  });

  it.each(operations)('%s declares what its path, effect and limits imply', (_name, operation) => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    for (const parameter of inPath) expect(Object.keys(operation.input.shape)).toContain(parameter);

    const implied: ErrorCode[] = [];
    if (Object.keys(operation.input.shape).length > 0) implied.push('request.invalid');
    if (operation.rateClass !== 'unlimited') implied.push('rate.limited');
    if (operation.effect !== 'read') implied.push('service.unavailable', 'rate.limited');
    implied.push(...impliedByAuth(operation));
    if (inPath.length > 0) implied.push('resource.not_found');
    expect(operation.errors).toEqual(expect.arrayContaining(implied));
    for (const code of operation.errors) expect(errorStatuses).toHaveProperty([code]);

    expect(operation.title.length).toBeGreaterThan(3);
    expect(operation.summary).toMatch(/\.$/);
    if (operation.tool) expect(operation.tool).toMatch(/^[a-z][a-z_]{2,63}$/);
  });

  it('has two GETs that write, and the poll that hands a key over, and no other', () => {
    const writing = operations.filter(([, { method, effect }]) => method === 'GET' && effect !== 'read');
    expect(writing.map(([name]) => name).sort()).toEqual(['confirm', 'pollDevice', 'requestConfirmLink']);
  });
});

describe('the document of the real contract', () => {
  const document = documentOf(contract);

  it('is OpenAPI 3.1, version 0.1.0', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(at(document, 'info', 'version')).toBe('0.1.0');
  });

  it('has each operation where it is served', () => {
    for (const [name, { path, method, surface }] of published) {
      expect(at(document, 'paths', path, method.toLowerCase(), 'operationId')).toBe(name);
      const servers = (at(document, 'paths', path, 'servers') ?? document.servers) as { url: string }[];
      expect(servers[0]?.url).toBe(
        surface === 'public' ? 'https://book.test/api/v1/public' : 'https://app.test/api/v1',
      );
    }
  });

  it('is silent on what pages ask for themselves', () => {
    const ids = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    const ofTeams = published.filter(([, { path }]) => path.startsWith('/{workspace}/{username}'));
    const expected = [
      ...published.map(([name]) => name),
      ...ofTeams.map(([name]) => `${name}OfTeam`),
      'receivePaymentEvent',
    ];
    expect(ids.toSorted()).toEqual(expected.toSorted());
    expect(published.length).toBeLessThan(operations.length);
    expect((document.tags as { name: string }[]).map(({ name }) => name)).toEqual([
      'Meta',
      'Public events',
      'Public booking',
      'Access',
      'Workspaces',
      'Activity',
      'Mail',
      'Event types',
      'Availability',
      'Meetings',
      'Prep packs',
      'Short links',
      'Teams',
      'Members',
      'Calendars',
      'Webhooks',
      'Billing',
      'Accounts',
      'Agent identity',
      'Connected apps',
    ]);
    expect(operations.filter(([, { surface, tool }]) => surface === 'page' && tool !== undefined)).toEqual([]);
  });

  type Entry = Json & { operationId: string; parameters?: Json[]; responses: Record<string, Json> };
  const entries = Object.entries(document.paths as Record<string, Record<string, Entry>>).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((entry) => (entry.operationId ? [{ path, entry }] : [])),
  );
  const entryOf = (id: string) => entries.find(({ entry }) => entry.operationId === id)?.entry;

  it('declares 405 and 500 everywhere, and the flow where one stands behind', () => {
    for (const { entry } of entries)
      expect(Object.keys(entry.responses)).toEqual(expect.arrayContaining(['405', '500']));
    const withFlow = published.filter(([, { flow }]) => flow).map(([name]) => name);
    expect(withFlow).toEqual(expect.arrayContaining(['getMeeting', 'createBooking', 'executeTool', 'removeMember']));
    for (const [name] of published) {
      const headers = Object.values(entryOf(name)?.responses ?? {})[0]?.headers as Json;
      expect('X-Workflow-Id' in headers, name).toBe(withFlow.includes(name));
    }
    expect(at(document, 'components', 'responses', 'resource.conflict', 'headers', 'X-Workflow-Id')).toBeDefined();
  });

  it('has the paths of teams beside those of hosts', () => {
    for (const name of [
      'listEventTypes',
      'listSlots',
      'requestCode',
      'requestConfirmLink',
      'book',
      'cancelEventAsGuest',
    ]) {
      const ofTeam = entries.find(({ entry }) => entry.operationId === `${name}OfTeam`);
      expect(ofTeam?.path).toMatch(/^\/\{workspace\}\/team\/\{teamSlug\}/);
      const inPath = (ofTeam?.entry.parameters ?? []).filter((part) => part.in === 'path').map((part) => part.name);
      expect(inPath.toSorted()).toEqual(
        [...(ofTeam?.path.matchAll(/\{(\w+)\}/g) ?? [])].map((match) => match[1]).toSorted(),
      );
    }
  });

  it('has the webhook of the payment provider: its event, its signature, no key, and received', () => {
    const item = at(document, 'paths', '/billing/webhooks/stripe', 'post') as Entry;
    expect(item).toMatchObject({ operationId: 'receivePaymentEvent', tags: ['Billing'], security: [] });
    expect(item.parameters).toEqual([
      expect.objectContaining({ name: 'Stripe-Signature', in: 'header', required: true }),
    ]);
    expect(at(item, 'requestBody', 'required')).toBe(true);
    expect(at(item, 'requestBody', 'content', 'application/json', 'schema')).toMatchObject({
      $ref: '#/components/schemas/PaymentEvent',
    });
    expect(at(item, 'responses', '200', 'content', 'application/json')).toMatchObject({
      schema: { properties: { received: { type: 'boolean', const: true } }, required: ['received'] },
      example: { received: true },
    });
    expect(Object.keys(item.responses).toSorted()).toEqual(['200', '400', '404', '405', '413', '429', '500', '503']);
  });

  it('has the limits of the metadata of an identity', () => {
    const { metadata } = at(
      ...([document, 'paths', '/agent/identities', 'post', 'requestBody', 'content'] as const),
      ...(['application/json', 'schema', 'properties'] as const),
    ) as { metadata: Json };
    expect(metadata).toMatchObject({
      ...{ maxProperties: 20, propertyNames: { minLength: 1, maxLength: 40 } },
      description: expect.stringMatching(/20 keys of 1 to 40 characters.*2,000 characters as JSON/),
    });
  });

  it('says of each status of a booking what it means, and whether the meeting takes place', () => {
    const schema = at(document, 'components', 'schemas', 'BookingStatus') as Json & { enum: string[] };
    const each = schema['x-enumDescriptions'] as Record<string, string>;
    expect(Object.keys(each)).toEqual(schema.enum);
    const takesPlace = schema.enum.filter((status) => each[status]?.startsWith('The meeting takes place'));
    expect(takesPlace).toEqual(['confirmed', 'rescheduled']);
    for (const status of schema.enum) expect(schema.description).toContain(`\`${status}\`: ${each[status]}`);
  });

  it('has 50 entries in every list by default', () => {
    // Pages of exports are for files: they are larger, and asked for by POST.
    const lists = published.filter(([, { input, method }]) => 'cursor' in input.shape && method === 'GET');
    expect(lists.length).toBeGreaterThan(5);
    for (const [name] of lists) {
      const limit = entryOf(name)?.parameters?.find((part) => part.name === 'limit');
      expect(limit, name).toMatchObject({ in: 'query', schema: { default: 50 } });
    }
  });

  it('says where an agent acts for a person: both headers together, the scope, and every code of a status', () => {
    const signUp = entryOf('signUpUser');
    expect(signUp).toMatchObject({
      'x-agent-scope': 'agent.user.signup',
      security: [{ apiKey: [], agentIntent: [] }],
    });
    expect(entryOf('createBooking')).toMatchObject({
      'x-agent-scope': 'agent.booking.write',
      security: [{ apiKey: [] }, { apiKey: [], agentIntent: [] }, { session: [], workspaceId: [], csrfToken: [] }],
    });
    expect(entryOf('updateMeeting')).not.toHaveProperty('x-agent-scope');
    const codesOf = (status: string) =>
      at(
        signUp,
        'responses',
        status,
        'content',
        'application/json',
        'schema',
        'allOf',
        '1',
        'properties',
        'error',
        'properties',
        'code',
        'enum',
      );
    expect(codesOf('401')).toEqual(['auth.required', 'agent.intent.required']);
    expect(codesOf('403')).toEqual([
      'auth.forbidden',
      'agent.principal.not_verified',
      'agent.principal.revoked',
      'agent.principal.key_mismatch',
      'agent.principal.scope_missing',
    ]);
  });

  it('names the cookie of its own address', () => {
    const nameAt = (appUrl: string) =>
      at(openapiDocument(contract, { ...URLS, appUrl }), 'components', 'securitySchemes', 'session', 'name');
    expect([nameAt('https://app.test'), nameAt('http://localhost:3000')]).toEqual(['__Host-holdfast', 'holdfast']);
  });

  it('links what makes, lists or changes a thing to what can be done with it', () => {
    const linked = entries.flatMap(({ entry }) =>
      Object.values(entry.responses).flatMap(({ links }) => Object.entries((links ?? {}) as Record<string, Json>)),
    );
    for (const [name, link] of linked) {
      const inPath = (entryOf(name)?.parameters ?? []).filter((part) => part.in === 'path').map((part) => part.name);
      expect(Object.keys(link.parameters as Json), name).toEqual(inPath);
    }
    const reached = new Set(linked.map(([name]) => name));
    const byId = published.filter(([, { path, surface }]) => surface === 'host' && /\{\w*[iI]d\}/.test(path));
    expect(byId.map(([name]) => name).filter((name) => !reached.has(name))).toEqual([]);
    const links = at(entryOf('createBooking'), 'responses', '200', 'links');
    const bookingId = '$response.body#/booking/id';
    expect(links).toMatchObject({
      getMeeting: { parameters: { bookingId } },
      cancelBooking: { parameters: { bookingId } },
    });
  });

  it('points at nothing that is missing', () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(at(document, ...pointer.split('/')), pointer).toBeTypeOf('object');
    expect(text).not.toContain('$defs');
  });

  it('is committed as it is made', () => {
    const committed = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    const local = {
      appUrl: 'http://localhost:3000',
      publicUrl: 'http://localhost:3001',
      mcpUrl: 'http://localhost:3002',
    };
    expect(committed).toEqual(JSON.parse(JSON.stringify(openapiDocument(contract, local))));
  });
});

describe('the parts of an entry', () => {
  const document = documentOf(fixtureContract);
  const view = at(document, 'paths', '/{shop}/{item}', 'get');
  const body = at(
    document,
    'paths',
    '/{shop}/{item}/buy',
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
  );
  const parameter = (name: string) => (at(view, 'parameters') as Json[]).find((part) => part.name === name);

  it('separates path and query, and says how lists and objects are written', () => {
    expect(parameter('shop')).toMatchObject({ in: 'path', required: true });
    expect(parameter('limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', maximum: 500 },
    });
    expect(parameter('tags')).toMatchObject({ in: 'query', style: 'form', explode: true });
    expect(parameter('answers')).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
  });

  it('puts the rest of a POST into its body', () => {
    expect(Object.keys(at(body, 'properties') as Json)).toEqual(['amount', 'buyer', 'secret', 'idempotencyKey']);
    expect(at(body, 'required')).toEqual(['amount', 'buyer']);
    expect(JSON.stringify(body)).not.toContain('"additionalProperties":false');
  });

  it('declares success, each error, and the headers of a limit', () => {
    expect(Object.keys(at(view, 'responses') as Json)).toEqual(['200', '400', '404', '405', '429', '500', '503']);
    const limited = at(document, 'components', 'responses', 'rate.limited');
    expect(Object.keys(at(limited, 'headers') as Json).sort()).toEqual([
      'Cache-Control',
      'RateLimit',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
      'X-Workflow-Id',
    ]);
    const wrongMethod = at(document, 'components', 'responses', 'method.not_allowed', 'headers') as Json;
    expect(Object.keys(wrongMethod)).toContain('Allow');
    expect(at(limited, 'content', 'application/json', 'schema')).toEqual({ $ref: '#/components/schemas/ApiError' });
  });

  it('declares other content types and statuses', () => {
    const file = at(document, 'paths', '/manage/item.ics', 'get', 'responses', '200', 'content') as Json;
    expect(Object.keys(file)).toEqual(['text/calendar']);
    expect(at(document, 'paths', '/state', 'get', 'responses', '503', 'description')).toBe('Not ready.');
  });

  it('refuses two schemas of one name', () => {
    // As input x may be left out, as output it is always there: one name, two schemas.
    const Twin = z.object({ x: z.string().default('') }).meta({ id: 'Twin' });
    const { buy } = fixtureContract.shop;
    const areas = {
      shop: { buy: { ...buy, input: buy.input.extend({ twin: Twin }), output: z.object({ twin: Twin }) } },
    };
    expect(() => openapiDocument(areas, URLS)).toThrow('Two schemas are named Twin');
  });
});
