import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatcher } from '../../../api/core/dispatch.ts';
import { createRateLimiter } from '../../../api/core/limits.ts';
import type { Services } from '../../../api/core/services.ts';
import { handlers } from '../../../api/handlers/index.ts';
import { inAppMcp } from '../../../api/mcp/in-app.ts';
import { mintKey } from '../../../domain/access/api-key.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { grants, type WorkspaceAuth } from '../../../schemas/shapes/access.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../stand-ins/stripe/stand-in.ts';
import { samples } from '../../samples/all.ts';
import type { Input } from '../../samples/sample.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { intentOf } from '../../support/factories/agents.ts';
import {
  brokenKey,
  type Credential,
  type CredentialHeaders,
  credentials,
} from '../../support/factories/credentials.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { accountOf } from '../../support/fakes/stripe.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/** Every operation that asks who calls, as `area.name`. Those of pages are reached by no client: their pages' tests call them. */
const guarded = new Map<string, Operation>(
  Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([, { auth, surface }]) => surface !== 'page' && (auth === 'person' || typeof auth === 'object'))
      .map(([name, operation]) => [`${area}.${name}`, operation] as const),
  ),
);

const successOf = ({ success }: Operation): number => success ?? 200;

const lacksCsrf = ({ effect }: Operation, { hasCsrf }: Credential): boolean => effect !== 'read' && !hasCsrf;

const expectedOfPerson = (operation: Operation, credential: Credential): number =>
  credential.kind !== 'session' || lacksCsrf(operation, credential) ? 401 : successOf(operation);

const maySee = (id: string, auth: WorkspaceAuth, { kind, role, scopes }: Credential): boolean =>
  (samples[id]?.rolesOfHandler ?? auth.roles).includes(role) &&
  (kind === 'session' || (!auth.sessionOnly && grants(scopes, auth.scope)));

/** What the declaration promises to a credential. */
const expectedOf = (id: string, operation: Operation, credential: Credential): number => {
  const { auth, effect, worksWhileLocked, path } = operation;
  const speaksOfOurs = path.includes('{') || samples[id]?.speaksOfOurs;
  if (typeof auth === 'string') return expectedOfPerson(operation, credential);
  const { kind, isForeign, namesWorkspace, isLocked } = credential;
  if (kind === 'dead' || (kind === 'session' && auth.keyOnly)) return 401;
  if (!namesWorkspace) return 400;
  if (kind === 'session' && isForeign) return 404;
  if (kind === 'session' && lacksCsrf(operation, credential)) return 401;
  if (!maySee(id, auth, credential)) return 403;
  if (isLocked && effect === 'write' && !worksWhileLocked) return 402;
  // In its own workspace another's key may do as it likes; ours is not there.
  return isForeign && speaksOfOurs ? 404 : successOf(operation);
};

let stack: Stack;
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  stack = await startStack({ demo: false, payments: accountOf(stripe) });
});
afterAll(async () => {
  await stack.close();
  await stripe.close();
});

/** And in use: the call before may have deleted it. */
const setPaid = (team: TestTeam, isPaid: boolean) => stack.sql`
  update workspaces set subscription_status = ${isPaid ? 'active' : 'inactive'}, erase_at = null where id = ${team.workspaceId}`;

/** These refuse a credential before its input is used: one input serves all such calls, and a call that succeeds anyway shows. */
const BEFORE_INPUT: readonly number[] = [400, 401, 402, 403];

/** Calls as one credential. Refusals must be in the envelope, and a 401 must say how to come in. */
const statusFor = async (
  id: string,
  operation: Operation,
  team: TestTeam,
  credential: Credential,
  goodFor: (shown: CredentialHeaders) => Promise<Input>,
): Promise<number> => {
  const shown = await credential.show(stack, team);
  const input = await goodFor(shown);
  await setPaid(team, !credential.isLocked);
  const intent = await intentOf(stack, operation, shown, input);
  const { status, headers, json, text } = await callHost(stack.appUrl, operation, input, {
    ...shown.headers,
    ...intent,
  });
  expect(headers['cache-control']).toBe('no-store');
  if (status >= 400) {
    expect(json().error, text).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(operation.errors, `${id} to ${credential.name}`).toContain(json().error.code);
  }
  expect(headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  return status;
};

it('no operation is forgotten', () => {
  expect(Object.keys(samples).sort()).toEqual([...guarded.keys()].sort());
  expect(guarded.size).toBeGreaterThan(15);
});

describe('who may', () => {
  it.each([...guarded])('%s', { timeout: 60_000 }, async (id, operation) => {
    const team = await makeTeam(stack.sql);
    const actual: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const make = async (shown: CredentialHeaders): Promise<Input> =>
      (await samples[id]?.good({ stack, team, shown })) ?? {};
    let unused: Promise<Input> | undefined;
    const makeOnce = (shown: CredentialHeaders): Promise<Input> => {
      unused ??= make(shown);
      return unused;
    };
    for (const credential of credentials) {
      const status = expectedOf(id, operation, credential);
      const goodFor = BEFORE_INPUT.includes(status) ? makeOnce : make;
      expected[credential.name] = status;
      actual[credential.name] = await statusFor(id, operation, team, credential, goodFor);
    }
    expect(actual).toEqual(expected);
  });
});

describe('the database', () => {
  /** The real handlers over a database that only counts who touches it. */
  const counting = ({ factor = 100, isUp = false } = {}) => {
    let touched = 0;
    const touch = () => {
      touched += 1;
      if (isUp) return Promise.resolve([]);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const sql = new Proxy(touch, { get: touch, apply: touch });
    const log = pino({ level: 'silent' });
    const services = { sql, log, legacyKeyPrefix: 'sched_', bookingFlows: {}, urls: {} } as unknown as Services;
    const dispatcher = createDispatcher(contract, handlers, services, {
      limiter: createRateLimiter({ factor, log }),
    });
    const call = async (id: string, token: string, kind: 'bearer' | 'session' = 'bearer') => {
      const [area = '', name = ''] = id.split('.');
      const workspaceId = '019aa4c2-0d2e-7c1f-9d55-6c1f5f3f6a10';
      const credentials = kind === 'bearer' ? { kind, token } : { kind, token, workspaceId, csrfToken: undefined };
      const outcome = await dispatcher.dispatch(
        area,
        name,
        {},
        { ip: '', requestId: 'r', source: 'host_api', credentials },
      );
      return outcome.ok ? 'ok' : String(outcome.envelope.error.details?.reason ?? outcome.status);
    };
    return { call, dispatcher, touches: () => touched };
  };

  const counted = counting();
  it.each([...guarded])('is not asked about a key with a broken checksum: %s', async (id, { auth }) => {
    const { call, touches } = counted;
    expect(await call(id, brokenKey())).toBe(auth === 'person' ? 'session_missing' : 'key_malformed');
    expect(touches()).toBe(0);
  });

  it('is asked about one that could be a key, so that the count counts', async () => {
    const { call, touches } = counting();
    expect(await call('workspaces.getWorkspace', mintKey('live').secret)).toBe('503');
    expect(touches()).toBeGreaterThan(0);
  });

  it.each([
    ['keys', 'bearer', () => mintKey('live').secret],
    ['sessions', 'session', () => `invented-${mintKey('live').secret}`],
  ] as const)('is not asked about invented %s once an address has shown too many', async (_name, kind, invent) => {
    const { call, touches } = counting({ factor: 1 / 20, isUp: true });
    const answers: string[] = [];
    const asked: number[] = [];
    for (let index = 0; index < 6; index++) {
      answers.push(await call('workspaces.getWorkspace', invent(), kind));
      asked.push(touches());
    }
    const refused = Array.from({ length: 3 }, () => 'too_many_wrong_credentials');
    expect(answers.slice(3)).toEqual(refused);
    expect(new Set(answers.slice(0, 3))).toEqual(new Set([kind === 'bearer' ? 'key_unknown' : 'session_over']));
    expect(new Set(asked.slice(2)).size).toBe(1);
    expect(asked[0]).toBeGreaterThan(0);
  });

  it('is asked no more than that when they all come at once, nor by the in-app MCP endpoint', async () => {
    const { dispatcher, touches } = counting({ factor: 1 / 20, isUp: true });
    const service = inAppMcp(contract, dispatcher);
    const come = () => {
      const request = { headers: { authorization: `Bearer ${mintKey('live').secret}` } };
      return service.callerOf(request as never, { ip: '', requestId: 'r' });
    };
    await come();
    const ofOne = touches();
    const rest = await Promise.all(Array.from({ length: 20 }, come));
    expect(rest.filter((visit) => !visit.ok && visit.status === 429)).toHaveLength(18);
    expect(touches()).toBe(3 * ofOne);
  });

  it('does not count tries while it is away: a good key is accepted afterwards', async () => {
    const { call } = counting({ factor: 1 / 20 });
    for (let index = 0; index < 5; index++)
      expect(await call('workspaces.getWorkspace', mintKey('live').secret)).toBe('503');
  });

  it('is not asked by the in-app MCP endpoint either', async () => {
    const { dispatcher, touches } = counting();
    const credentials = { kind: 'bearer', token: brokenKey() } as const;
    const entered = await dispatcher.enter({ ip: '', requestId: 'r', source: 'host_mcp', credentials });
    expect([entered.ok, touches()]).toEqual([false, 0]);
  });
});
