import { v7 as uuidv7 } from 'uuid';
import { signIntent } from '../../../api/auth/intent-token.ts';
import { keyHash } from '../../../domain/access/api-key.ts';
import { mailedCode } from '../../../domain/secrets.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { AgentScope } from '../../../schemas/shapes/access.ts';
import type { Stack } from '../stack/stack.ts';

type Place = Pick<Stack, 'sql' | 'secrets' | 'appUrl'>;

export interface TestAgent {
  readonly principalId: string;
  readonly token: string;
  /** Sent in addition to the key's headers. */
  readonly intentHeader: { readonly 'x-svc-agent-intent': string };
}

export interface AgentOptions {
  readonly key: { readonly id: string; readonly workspaceId: string };
  /** The person's address. */
  readonly email: string;
  /** Granted by the person. Default: all. */
  readonly scopes?: readonly AgentScope[];
  /** In the token. Default: all that are granted. */
  readonly tokenScopes?: readonly AgentScope[];
  readonly label?: string;
}

/** A verified agent of a key, as a row, with a token as the service signs it. */
export async function makeAgent(place: Place, options: AgentOptions): Promise<TestAgent> {
  const { key, email, scopes = AgentScope.options, tokenScopes = scopes, label = 'Robo' } = options;
  const principalId = uuidv7();
  await place.sql`
    insert into agent_principals (id, workspace_id, api_key_id, prospect_email, user_id, agent_label, status, scopes, created_at, ends_at,
      verified_at, renewed_at, flow_status)
    values (${principalId}, ${key.workspaceId}, ${key.id}, ${email}, (select id from users where email = ${email}), ${label}, 'verified',
      ${[...scopes]}, clock_timestamp(), clock_timestamp() + interval '90 days', clock_timestamp(), clock_timestamp(), 'verified')`;
  return withToken(place, { principalId, keyId: key.id, scopes: tokenScopes });
}

/** A token for an agent that is there. */
export async function withToken(
  { secrets, appUrl }: Place,
  intent: { readonly principalId: string; readonly keyId: string; readonly scopes?: readonly AgentScope[] },
): Promise<TestAgent> {
  const { principalId, keyId, scopes = AgentScope.options } = intent;
  const { token } = await signIntent({ secrets, urls: { appUrl } }, { principalId, keyId, scopes }, Date.now());
  return { principalId, token, intentHeader: { 'x-svc-agent-intent': token } };
}

/** An agent that waits for its code, as rows, with the code of its mail. */
export async function makePendingAgent(
  { sql, secrets }: Place,
  { key, email }: Pick<AgentOptions, 'key' | 'email'>,
): Promise<{ readonly principalId: string; readonly code: string }> {
  const principalId = uuidv7();
  await sql`
    insert into agent_principals (id, workspace_id, api_key_id, prospect_email, agent_label, status, created_at, ends_at, flow_status)
    values (${principalId}, ${key.workspaceId}, ${key.id}, ${email}, 'Robo', 'pending', clock_timestamp(),
      clock_timestamp() + interval '10 minutes', 'pending')`;
  await sql`
    insert into mailed_codes (id, purpose, email, asker, about, client_ip, status, issue_no, created_at, issued_at, accepted_at, expires_at)
    values (${principalId}, 'agent_identity', ${email}, ${principalId}, '{}', '127.0.0.1', 'open', 1, clock_timestamp(), clock_timestamp(),
      clock_timestamp(), clock_timestamp() + interval '10 minutes')`;
  return { principalId, code: mailedCode(secrets, 'agent_identity', principalId, 1) };
}

/** Returns whether an operation needs an intent token. */
export const needsIntent = ({ auth }: Operation): boolean =>
  typeof auth === 'object' && typeof auth.intent === 'object' && auth.intent.required;

interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string;
}

/** The header for an operation that needs one: the key acts for the person who made it. Empty for other operations, and for dead keys. */
export async function intentOf(
  place: Place,
  operation: Operation,
  { headers, userId }: Shown,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> {
  if (!needsIntent(operation)) return {};
  const secret = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [key] = await place.sql<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from api_keys where hash = ${keyHash(secret)}`;
  if (!key) return {};
  const [own] = await place.sql<{ id: string }[]>`
    select id from agent_principals where id::text = ${String(input.principalId)} and api_key_id = ${key.id}`;
  if (own) return (await withToken(place, { principalId: own.id, keyId: key.id })).intentHeader;
  const [person] = await place.sql<{ email: string }[]>`select email::text from users where id = ${userId}`;
  return (await makeAgent(place, { key, email: person?.email ?? '' })).intentHeader;
}
