import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownKeys, signingKey } from '../../../../domain/identity/intent-keys.ts';
import { contract } from '../../../../schemas/contract.ts';
import { errorStatuses } from '../../../../schemas/errors.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { AgentScope, type IntentAuth } from '../../../../schemas/shapes/access.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../../stand-ins/stripe/stand-in.ts';
import { samples } from '../../../samples/all.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { type HostCall, hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { makeAgent, type TestAgent, withToken } from '../../../support/factories/agents.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { accountOf } from '../../../support/fakes/stripe.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

type Delegated = Operation & { readonly auth: { readonly intent: IntentAuth } };

/** Every operation that takes an intent token, as `area.name`: from the contract, so that none is forgotten. */
const delegated = new Map<string, Delegated>(
  Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([, { auth }]) => typeof auth === 'object' && typeof auth.intent === 'object')
      .map(([name, operation]) => [`${area}.${name}`, operation as Delegated] as const),
  ),
);

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

/** An agent of the owner's key, for the owner, with every scope. */
interface Ground {
  readonly team: TestTeam;
  readonly key: TestKey;
  readonly email: string;
  readonly agent: TestAgent;
}

async function prepare(): Promise<Ground> {
  const team = await makeTeam(stack.sql);
  const key = await team.key('owner');
  const { email } = team.members.owner;
  return { team, key, email, agent: await makeAgent(stack, { key, email }) };
}

/** Made once, for calls that change nothing. */
let shared: Ground;
let otherKey: TestKey;
let foreignKey: TestKey;
beforeAll(async () => {
  shared = await prepare();
  otherKey = await shared.team.key('owner');
  foreignKey = await (await makeTeam(stack.sql)).key('owner');
});

/** The same key with an agent of its own, for defects of its row. */
const withOwnAgent = async (ground: Ground): Promise<Ground> => ({
  ...ground,
  agent: await makeAgent(stack, { key: ground.key, email: `${uuidv7()}@person.test` }),
});

interface Claims {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds from now. */
  readonly issued?: number;
  readonly expires?: number;
  readonly notBefore?: number;
}

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** A token with one thing wrong, signed by the service's own key. */
function forge({ agent, key }: Ground, wrong: Claims = {}): Promise<string> {
  const { kid, privateKey } = signingKey(stack.secrets, Date.now());
  const { issued = 0, expires = issued + 900, notBefore = issued } = wrong;
  const claims = {
    ...{
      iss: stack.appUrl,
      aud: `${stack.appUrl}/api/v1`,
      sub: agent.principalId,
      scope: AgentScope.options.join(' '),
    },
    ...{
      cnf: { kid: key.id },
      jti: randomUUID(),
      iat: seconds() + issued,
      nbf: seconds() + notBefore,
      exp: seconds() + expires,
    },
    ...wrong.claims,
  };
  const defined = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return new SignJWT(defined)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'agent-intent+jwt', kid, ...wrong.header })
    .sign(privateKey);
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string): string => token.split('.')[1] ?? '';

/** Signed with the public key as a secret: what a service accepts that takes the algorithm from the token. */
async function downgraded(ground: Ground): Promise<string> {
  const { kid, jwk } = signingKey(stack.secrets, Date.now());
  const unsigned = `${part({ alg: 'HS256', typ: 'agent-intent+jwt', kid })}.${payloadOf(await forge(ground))}`;
  const secret = Buffer.from(jwk.x, 'base64url');
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

async function signedByAnother(ground: Ground): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { kid } = signingKey(stack.secrets, Date.now());
  const token = await forge(ground);
  const claims = JSON.parse(Buffer.from(payloadOf(token), 'base64url').toString());
  return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'agent-intent+jwt', kid }).sign(privateKey);
}

const revoke = ({ principalId }: TestAgent) => stack.sql`
  update agent_principals set status = 'revoked', revoked_at = now(), revoked_by = 'person' where id = ${principalId}`;

interface Defect {
  readonly name: string;
  /** Or undefined: no header. */
  readonly token: (ground: Ground) => Promise<string | undefined> | string | undefined;
  /** Default: agent.intent.required. */
  readonly code?: keyof typeof errorStatuses;
  /** Beside this key. Default: the agent's. */
  readonly beside?: () => TestKey;
}

const defects: readonly Defect[] = [
  { name: 'garbage', token: () => 'nonsense' },
  { name: 'an empty header', token: () => '' },
  {
    name: 'alg none',
    token: async (ground) => `${part({ alg: 'none', typ: 'agent-intent+jwt' })}.${payloadOf(await forge(ground))}.`,
  },
  { name: 'HS256 with the public key', token: downgraded },
  { name: 'another signing key', token: signedByAnother },
  { name: 'an unknown kid', token: (ground) => forge(ground, { header: { kid: 'other' } }) },
  { name: 'another typ', token: (ground) => forge(ground, { header: { typ: 'JWT' } }) },
  { name: 'another issuer', token: (ground) => forge(ground, { claims: { iss: 'https://evil.test' } }) },
  { name: 'another audience', token: (ground) => forge(ground, { claims: { aud: stack.appUrl } }) },
  { name: 'an expired one', token: (ground) => forge(ground, { issued: -910, expires: -10 }) },
  { name: 'one that is not valid yet', token: (ground) => forge(ground, { issued: 20 }) },
  { name: 'one whose nbf is to come', token: (ground) => forge(ground, { notBefore: 20 }) },
  { name: 'one that lives too long', token: (ground) => forge(ground, { issued: -1_000, expires: 80_000 }) },
  { name: 'one without exp', token: (ground) => forge(ground, { claims: { exp: undefined } }) },
  { name: 'one without cnf', token: (ground) => forge(ground, { claims: { cnf: undefined } }) },
  { name: 'one for nobody', token: (ground) => forge(ground, { claims: { sub: uuidv7() } }) },
  { name: 'an over-long one', token: (ground) => forge(ground, { claims: { more: 'x'.repeat(3_000) } }) },
  { name: 'a cut one', token: async (ground) => (await forge(ground)).slice(0, -4) },
  { name: 'two in one header', token: async ({ agent }) => `${agent.token}, ${agent.token}` },
  { name: 'the key itself', token: ({ key }) => key.secret },
  {
    name: 'another cnf.kid',
    token: (ground) => forge(ground, { claims: { cnf: { kid: otherKey.id } } }),
    code: 'agent.principal.key_mismatch',
  },
  {
    name: 'another key of the workspace',
    token: ({ agent }) => agent.token,
    beside: () => otherKey,
    code: 'agent.principal.key_mismatch',
  },
  {
    name: 'a key of another workspace',
    token: ({ agent }) => agent.token,
    beside: () => foreignKey,
    code: 'agent.principal.key_mismatch',
  },
  {
    name: 'a revoked identity',
    token: async (ground) => {
      const { agent } = await withOwnAgent(ground);
      await revoke(agent);
      return agent.token;
    },
    code: 'agent.principal.revoked',
  },
  {
    name: 'a lapsed identity',
    token: async (ground) => {
      const { agent } = await withOwnAgent(ground);
      await stack.sql`update agent_principals set ends_at = now() where id = ${agent.principalId}`;
      return agent.token;
    },
    code: 'agent.principal.not_verified',
  },
  {
    name: 'an identity without its code',
    token: async (ground) => {
      const { agent } = await withOwnAgent(ground);
      await stack.sql`update agent_principals set status = 'pending' where id = ${agent.principalId}`;
      return agent.token;
    },
    code: 'agent.principal.not_verified',
  },
];

const inputOf = async (id: string, { team, key, agent }: Ground): Promise<Readonly<Record<string, unknown>>> => {
  const input = (await samples[id]?.good({ stack, team, shown: { headers: key.headers, userId: key.userId } })) ?? {};
  return id === 'identity.getIdentity' ? { ...input, principalId: agent.principalId } : input;
};

/** For calls that are refused before their input is read. */
const anyInput = ({ path }: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, uuidv7()]));

const headersOf = ({ headers }: TestKey, token: string | undefined) => ({
  ...headers,
  ...(token === undefined ? {} : { 'x-svc-agent-intent': token }),
});

it('covers every operation that the contract delegates', () => {
  expect([...delegated.keys()].sort()).toEqual(
    [
      'billing.getCheckout',
      'billing.startCheckout',
      'billing.startEnrichmentCheckout',
      'identity.connectCalendarForPerson',
      'identity.createAgentWorkspace',
      'identity.getIdentity',
      'identity.inviteForPerson',
      'identity.signUpUser',
      'meetings.cancelBooking',
      'meetings.createBooking',
      'meetings.getMeeting',
      'meetings.listMeetings',
      'meetings.proposeSlots',
      'meetings.rescheduleBooking',
    ].sort(),
  );
});

describe.each(surfaces)('over %s', (surface) => {
  const call: HostCall = hostCallOver(surface, () => stack);

  describe.each([...delegated])('%s', (id, operation) => {
    it.each(defects)('refuses $name', async ({ token, code = 'agent.intent.required', beside }) => {
      const shown = await token(shared);
      const answer = await call(operation, anyInput(operation), headersOf(beside?.() ?? shared.key, shown));
      expect(answer.ok).toBe(false);
      expect(answer.error.code).toBe(code);
      expect(operation.errors).toContain(code);
      expect(JSON.stringify(answer.error)).not.toContain(shown || 'no token');
      if (surface === 'REST') expect(answer.status).toBe(errorStatuses[code]);
    });

    it.each(AgentScope.options)('with %s alone is allowed only if that is its scope', async (scope) => {
      const { principalId } = shared.agent;
      const { intentHeader } = await withToken(stack, { principalId, keyId: shared.key.id, scopes: [scope] });
      const isItsOwn = scope === operation.auth.intent.scope;
      const input = isItsOwn ? await inputOf(id, shared) : anyInput(operation);
      const answer = await call(operation, input, { ...shared.key.headers, ...intentHeader });
      expect(answer.ok ? 'accepted' : answer.error.code).toBe(isItsOwn ? 'accepted' : 'agent.principal.scope_missing');
    });

    it('takes no scope from a token that the person did not grant', async () => {
      const { key, email } = shared;
      const { scope } = operation.auth.intent;
      const others = AgentScope.options.filter((one) => one !== scope);
      const agent = await makeAgent(stack, { key, email, scopes: others, tokenScopes: AgentScope.options });
      const answer = await call(operation, anyInput(operation), { ...key.headers, ...agent.intentHeader });
      expect(answer.error).toMatchObject({
        code: 'agent.principal.scope_missing',
        details: { neededScope: scope, scopes: others },
      });
    });

    it('without the header is the key’s own call, or asks for the header', async () => {
      const { required, scope } = operation.auth.intent;
      const input = required ? anyInput(operation) : await inputOf(id, shared);
      const answer = await call(operation, input, shared.key.headers);
      if (required)
        expect(answer.error).toMatchObject({
          code: 'agent.intent.required',
          details: { reason: 'intent_missing', neededScope: scope },
        });
      else expect(answer.ok).toBe(true);
    });
  });
});

it('an identity ends with its key, for every operation', async () => {
  const { key, agent } = await prepare();
  await stack.sql`update api_keys set revoked_at = now() where id = ${key.id}`;
  for (const operation of delegated.values()) {
    const answer = await callHost(stack.appUrl, operation, anyInput(operation), headersOf(key, agent.token));
    expect(answer.json().error).toMatchObject({ code: 'auth.required', details: { reason: 'key_revoked' } });
  }
  const [row] = await stack.sql`select status, revoked_by from agent_principals where id = ${agent.principalId}`;
  expect(row).toEqual({ status: 'revoked', revoked_by: 'key' });
});

describe('the clock', () => {
  const listMeetings = delegated.get('meetings.listMeetings') as Delegated;
  const call = hostCallOver('REST', () => stack);
  const isTaken = async (wrong: Claims) => {
    const ground = await prepare();
    return (await call(listMeetings, {}, headersOf(ground.key, await forge(ground, wrong)))).ok;
  };

  it('may differ by five seconds', async () => {
    expect(await isTaken({ issued: 3 })).toBe(true);
    expect(await isTaken({ issued: 9 })).toBe(false);
    expect(await isTaken({ issued: -902, expires: -2 })).toBe(true);
    expect(await isTaken({ issued: -908, expires: -8 })).toBe(false);
  });

  it('turns the signing key once in thirty days: tokens of the one before are taken, those of older ones are not', async () => {
    const DAY_MS = 86_400_000;
    const ground = await prepare();
    const byKeyOf = async (nowMs: number) => {
      const { kid, privateKey } = signingKey(stack.secrets, nowMs);
      const claims = JSON.parse(Buffer.from(payloadOf(await forge(ground)), 'base64url').toString());
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'agent-intent+jwt', kid })
        .sign(privateKey);
      return (await call(listMeetings, {}, headersOf(ground.key, token))).ok;
    };
    expect(await byKeyOf(Date.now() - 30 * DAY_MS)).toBe(true);
    expect(await byKeyOf(Date.now() + 30 * DAY_MS)).toBe(true);
    expect(await byKeyOf(Date.now() - 60 * DAY_MS)).toBe(false);
  });

  it('publishes these three keys, and no private part of one', async () => {
    const answer = await fetch(`${stack.appUrl}/.well-known/agent-intent/jwks.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual(knownKeys(stack.secrets, Date.now()).map(({ jwk }) => jwk));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(3);
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });
});

describe('the token elsewhere', () => {
  const call = hostCallOver('REST', () => stack);

  it('is no key', async () => {
    const { agent } = await prepare();
    const listMeetings = delegated.get('meetings.listMeetings') as Delegated;
    const answer = await call(listMeetings, {}, { authorization: `Bearer ${agent.token}` });
    expect(answer.error).toMatchObject({ code: 'auth.required', details: { reason: 'key_malformed' } });
  });

  it('is refused by operations that never act for another person', async () => {
    const ground = await prepare();
    const { getWorkspace, listTools } = contract.workspaces;
    const answer = await call(getWorkspace, {}, headersOf(ground.key, ground.agent.token));
    expect(answer.error).toMatchObject({ code: 'request.invalid', details: { reason: 'intent_not_taken' } });
    // Whatever is in it: nobody is told whether it is valid.
    const garbage = await call(getWorkspace, {}, headersOf(ground.key, 'garbage'));
    expect(garbage.error).toEqual(answer.error);
    expect((await call(listTools, {}, headersOf(ground.key, ground.agent.token))).ok).toBe(true);
  });

  it('stands in no log line', async () => {
    const ground = await prepare();
    const listMeetings = delegated.get('meetings.listMeetings') as Delegated;
    expect((await call(listMeetings, {}, headersOf(ground.key, ground.agent.token))).ok).toBe(true);
    const lines = stack.logLines.filter((line) => line.includes(ground.agent.principalId));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { operation: 'meetings.listMeetings', keyId: ground.key.id, userId: ground.team.members.owner.userId },
    ]);
    expect(stack.logLines.join('\n')).not.toContain(ground.agent.token.split('.')[2]);
  });
});
