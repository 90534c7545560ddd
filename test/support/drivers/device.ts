import type { Sql } from 'postgres';
import { deviceCodeHash } from '../../../domain/access/device-code.ts';
import { type HttpAnswer, http, postJson } from './http.ts';
import type { SignedIn } from './session.ts';

interface Origin {
  readonly appUrl: string;
}

export interface Registered {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUrl: string;
  readonly expiresIn: number;
  readonly interval: number;
}

export interface Polled {
  readonly status: string;
  readonly interval?: number;
  readonly apiKey?: string;
  readonly apiUrl?: string;
  readonly workspace?: { readonly id: string; readonly name: string; readonly slug: string };
  readonly user?: { readonly id: string; readonly email: string };
}

const at = ({ appUrl }: Origin, path: string): string => `${appUrl}/api/v1/cli/auth${path}`;

export const register = (origin: Origin, body: unknown = {}): Promise<HttpAnswer> =>
  postJson(at(origin, '/register'), body);

/** Opens a device session that waits for a decision. @throws Error if the answer is not 201 */
export async function openDevice(origin: Origin, body: unknown = {}): Promise<Registered> {
  const answer = await register(origin, body);
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${answer.text}`);
  return answer.json() as unknown as Registered;
}

export const requestPoll = (origin: Origin, deviceCode: string, waitSeconds = 0): Promise<HttpAnswer> =>
  http(
    at(
      origin,
      `/poll?device_code=${encodeURIComponent(deviceCode)}${waitSeconds ? `&waitSeconds=${waitSeconds}` : ''}`,
    ),
  );

/** Polls a session. @throws Error if the answer is not 200 */
export async function poll(origin: Origin, deviceCode: string, waitSeconds = 0): Promise<Polled> {
  const answer = await requestPoll(origin, deviceCode, waitSeconds);
  if (answer.status !== 200) throw new Error(`poll answered ${answer.status}: ${answer.text}`);
  return answer.json() as unknown as Polled;
}

/** Sends a decision as the approval page does, by default for the session's workspace. */
export const decide = (
  origin: Origin,
  { headers, workspaceId }: SignedIn,
  userCode: string,
  decision: string,
  otherWorkspaceId?: string,
): Promise<HttpAnswer> =>
  postJson(at(origin, '/decide'), { userCode, decision, workspaceId: otherWorkspaceId ?? workspaceId }, headers);

export const view = (origin: Origin, { headers }: SignedIn, userCode: string): Promise<HttpAnswer> =>
  http(at(origin, `/session?userCode=${encodeURIComponent(userCode)}`), { headers });

/** Moves the last poll into the past, so that the next one is not too soon. */
export const endPollInterval = (sql: Sql, deviceCode: string) =>
  sql`update device_sessions set last_poll_at = last_poll_at - interval '1 hour' where device_code_hash = ${deviceCodeHash(deviceCode)}`;

/** Moves the expiry of a session into the past. */
export const expireDeviceSession = (sql: Sql, deviceCode: string) =>
  sql`update device_sessions set expires_at = expires_at - interval '16 minutes' where device_code_hash = ${deviceCodeHash(deviceCode)}`;

export async function sessionStatusOf(sql: Sql, deviceCode: string): Promise<string | undefined> {
  const [row] = await sql<{ status: string }[]>`
    select status from device_sessions where device_code_hash = ${deviceCodeHash(deviceCode)}`;
  return row?.status;
}

export async function sessionIdOf(sql: Sql, deviceCode: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from device_sessions where device_code_hash = ${deviceCodeHash(deviceCode)}`;
  if (!row) throw new Error('There is no such device session');
  return row.id;
}

export const keysOf = (sql: Sql, deviceCode: string) => sql<{ id: string; name: string; lastUsedAt: Date | null }[]>`
  select k.id, k.name, k.last_used_at as "lastUsedAt" from device_sessions d join api_keys k on k.id = d.api_key_id
  where d.device_code_hash = ${deviceCodeHash(deviceCode)}`;
