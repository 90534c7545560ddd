import { v7 as uuidv7 } from 'uuid';
import { mailedCode, nativeClaimToken, tokenHash } from '../../../domain/secrets.ts';
import type { Stack } from '../stack/stack.ts';
import { type HttpAnswer, postJson } from './http.ts';
import type { SignedIn } from './session.ts';

type Origin = Pick<Stack, 'appUrl'>;
type Place = Pick<Stack, 'appUrl' | 'sql' | 'secrets'>;

export interface Started {
  readonly challengeId: string;
  readonly expiresIn: number;
  readonly resendAfter: number;
  readonly notice: string;
}

export interface NativeKeyAnswer {
  readonly apiKey: string;
  readonly apiUrl: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly user: { readonly email: string; readonly name: string | null };
  readonly isNewAccount: boolean;
}

export interface PendingClaimAnswer {
  readonly status: 'pending_claim';
  readonly pollToken: string;
  readonly claimSentTo: string;
  readonly expiresIn: number;
}

let clients = 0;
/** Another client for each call, where the stack trusts its proxy: codes and claims are counted by network. */
const fromElsewhere = () => {
  const n = ++clients;
  return { 'x-forwarded-for': `198.${18 + (Math.floor(n / 200) % 2)}.${n % 200}.${1 + (Math.floor(n / 400) % 250)}` };
};

const at = ({ appUrl }: Origin, path: string): string => `${appUrl}/api/v1/auth/native${path}`;

export const requestStart = (origin: Origin, body: object, headers = fromElsewhere()): Promise<HttpAnswer> =>
  postJson(at(origin, '/email/start'), body, headers);

/** @throws Error if the answer is not 200 */
export async function start(origin: Origin, body: object, headers = fromElsewhere()): Promise<Started> {
  const answer = await requestStart(origin, body, headers);
  if (answer.status !== 200) throw new Error(`start answered ${answer.status}: ${answer.text}`);
  return answer.json() as unknown as Started;
}

/** The newest code of a challenge, as its mail has it. */
export async function codeOf({ sql, secrets }: Place, challengeId: string): Promise<string> {
  const [row] = await sql<{ issue_no: number }[]>`select issue_no from mailed_codes where id = ${challengeId}`;
  return mailedCode(secrets, 'native_sign_in', challengeId, row?.issue_no ?? 0);
}

export const verify = (origin: Origin, body: object, headers = fromElsewhere()): Promise<HttpAnswer> =>
  postJson(at(origin, '/email/verify'), body, headers);

/** Signs in by mail: from the address to the answer. @throws Error if it is not 200 */
export async function signInByMail<Answer = NativeKeyAnswer>(
  place: Place,
  email: string,
  more: object = {},
): Promise<Answer> {
  const { challengeId } = await start(place, { email });
  const answer = await verify(place, { challengeId, code: await codeOf(place, challengeId), ...more });
  if (answer.status !== 200) throw new Error(`verify answered ${answer.status}: ${answer.text}`);
  return answer.json() as unknown as Answer;
}

let agents = 0;
/** An address at the agent-mail domain of test stacks. */
export const newAgentInbox = (): string => `agent-${++agents}-${uuidv7().slice(-6)}@agents.test`;

export interface TestClaim extends PendingClaimAnswer {
  readonly id: string;
  readonly agentEmail: string;
}

/** A claim of a new agent that an operator is asked about. */
export async function openClaim(place: Place, operator: string, more: object = {}): Promise<TestClaim> {
  const agentEmail = newAgentInbox();
  const request = { prospectEmail: operator, agentName: 'Scout', clientName: 'Term', ...more };
  const answer = await signInByMail<PendingClaimAnswer>(place, agentEmail, request);
  const [row] = await place.sql<{ id: string }[]>`
    select id from native_claims where agent_email = ${agentEmail} order by created_at desc limit 1`;
  return { ...answer, id: row?.id ?? '', agentEmail };
}

export const claimUrl = ({ appUrl, secrets }: Pick<Stack, 'appUrl' | 'secrets'>, id: string): string =>
  `${appUrl}/claim/${nativeClaimToken(secrets, id)}`;

export const pollClaim = (origin: Origin, pollToken: string, waitSeconds = 0): Promise<HttpAnswer> =>
  postJson(at(origin, '/claim/poll'), waitSeconds ? { pollToken, waitSeconds } : { pollToken });

/** Decides a claim as the page does. @param body by default accepts for the session's workspace */
export const decideClaim = (origin: Origin, { headers, workspaceId }: SignedIn, claimId: string, body: object = {}) =>
  postJson(at(origin, '/claim/decide'), { claimId, decision: 'accept', workspaceId, ...body }, headers);

export const refuseClaim = (origin: Origin, { headers }: SignedIn, claimId: string): Promise<HttpAnswer> =>
  postJson(at(origin, '/claim/decide'), { claimId, decision: 'refuse' }, headers);

/** The time of a claim is over. */
export const expireClaim = ({ sql }: Pick<Stack, 'sql'>, id: string) =>
  sql`update native_claims set expires_at = clock_timestamp() - interval '1 second' where id = ${id}`;

/** A claim as a row, without sign-in, flow or mail. @returns its id */
export async function storeClaim({ sql, secrets }: Pick<Stack, 'sql' | 'secrets'>, operator: string): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into native_claims (id, poll_token_hash, link_token_hash, agent_email, operator_email, operator_inbox, agent_name, client_name,
      client_ip, client_networks, status, created_at, expires_at, mailed_at, flow_status)
    values (${id}, ${tokenHash(id)}, ${tokenHash(nativeClaimToken(secrets, id))}, ${newAgentInbox()}, ${operator}, ${operator}, 'Scout',
      'Term', '192.0.2.8', '{}', 'pending', clock_timestamp(), clock_timestamp() + interval '1 day', clock_timestamp(), 'pending')`;
  return id;
}
