import type { ActingAgent, Actor, KeyActor } from '../../domain/access/actor.ts';
import { effectiveRole } from '../../domain/access/role-order.ts';
import { AppError } from '../../schemas/errors.ts';
import type { AgentScope, IntentAuth } from '../../schemas/shapes/access.ts';
import { type CallingAgent, findCallingAgent } from '../../store/identity/acting-agent.ts';
import type { AuthParts } from './auth-parts.ts';
import { type Intent, readIntent } from './intent-token.ts';

/** Hears who a call's credentials belong to, before it is decided what they may do. */
export type Seen = (actor: Actor) => void;

const HEADER = 'X-Svc-Agent-Intent';

/** 401: the header is missing, or is not a valid token. */
export const intentRequired = ({ scope }: Pick<IntentAuth, 'scope'>, reason = 'intent_missing'): AppError =>
  new AppError(
    'agent.intent.required',
    reason === 'intent_missing'
      ? `Send ${HEADER} with an intent token that has the scope ${scope}, together with the key. register_agent_identity mails the person a code, verify_agent_identity with it answers intentToken; for an identity that is verified renew_agent_intent does.`
      : `${HEADER} holds no valid intent token: it is expired, cut off or from another issuer. Send the intentToken that verify_agent_identity or renew_agent_intent answered, as it is. renew_agent_intent makes a new one with the same key.`,
    { reason, neededScope: scope, header: HEADER },
  );

/** 400: acting as the key instead would act as somebody else than the caller means. */
export const intentNotTaken = (by: 'operation' | 'session'): AppError =>
  new AppError(
    'request.invalid',
    by === 'operation'
      ? `This operation never acts for another person, so it takes no ${HEADER}. Leave the header out to call it as the holder of the key.`
      : `A signed-in person acts for themselves, so a session takes no ${HEADER}. Send it together with the key that it belongs to, or leave it out.`,
    { reason: 'intent_not_taken', header: HEADER },
  );

const refused = (
  state: 'not_verified' | 'revoked' | 'key_mismatch' | 'scope_missing',
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError => new AppError(`agent.principal.${state}`, message, { reason: state, ...details });

/**
 * The actor of a call with an intent token: the person who allowed it, with their role in the key's workspace and at most what the key may.
 * Reads the agent's row at each call, so that an end counts at once, whatever tokens are out there.
 * @throws AppError agent.intent.required, agent.principal.*, request.unprocessable (user_missing), auth.forbidden (not_a_member, role_missing)
 */
export async function actingFor(
  parts: AuthParts,
  { holder, seen }: { readonly holder: KeyActor; readonly seen: Seen },
  auth: IntentAuth,
  token: string,
): Promise<KeyActor> {
  const intent = await readIntent(parts, token, Date.now());
  const agent = intent && (await findCallingAgent(parts.sql, intent.principalId));
  if (!intent || !agent) throw intentRequired(auth, 'intent_invalid');
  const acting = agentOf(agent);
  seen({ ...holder, agent: acting });
  requireActiveIdentity(agent);
  requireSameKey(holder, agent, intent);
  requireScope(agent, intent, auth.scope);
  return actorOf({ ...holder, agent: acting }, agent, auth.as);
}

/** @throws AppError agent.principal.not_verified, agent.principal.revoked */
export function requireActiveIdentity({ status }: Pick<CallingAgent, 'status'>): void {
  if (status === 'verified') return;
  if (status === 'revoked')
    throw refused(
      'revoked',
      'This identity was revoked: by its person, by its key, or with its key. Ask the person, then register again.',
    );
  const message =
    status === 'pending'
      ? 'This identity waits for its code: the person reads it in their mail; then call verify_agent_identity.'
      : 'This identity has expired: the code was not entered in time, or it was not renewed for 90 days. Register it again.';
  throw refused('not_verified', message, { status });
}

/** A token belongs to the key that verified it, and works with no other. */
function requireSameKey(holder: KeyActor, agent: CallingAgent, intent: Intent): void {
  if (intent.keyId === holder.keyId && agent.apiKeyId === holder.keyId) return;
  throw refused(
    'key_mismatch',
    'This intent token belongs to another key. Send it together with the key that verified it.',
  );
}

/** Granted by the person, and in the token. */
function requireScope(agent: CallingAgent, intent: Intent, scope: AgentScope): void {
  const scopes = intent.scopes.filter((one) => agent.scopes.includes(one));
  if (scopes.includes(scope)) return;
  throw refused(
    'scope_missing',
    `Needs the scope ${scope}; the person allowed ${scopes.join(', ')}. Register again and ask for it: only the person can allow more.`,
    { scopes, neededScope: scope },
  );
}

const agentOf = ({ id, label, prospectEmail, prospectName, user }: CallingAgent): ActingAgent => ({
  principalId: id,
  label,
  prospectEmail,
  prospectName,
  user,
});

function actorOf(holder: KeyActor, row: CallingAgent, as: IntentAuth['as']): KeyActor {
  if (as === 'key') return holder;
  if (row.user === null) {
    throw new AppError(
      'request.unprocessable',
      `${row.prospectEmail} has no account yet. agent_signup_user makes one: call it with the same two headers; it needs the scope agent.user.signup.`,
      { reason: 'user_missing', tool: 'agent_signup_user' },
    );
  }
  if (as === 'user') return holder;
  if (row.member === null) {
    throw new AppError(
      'auth.forbidden',
      `${row.user.email} is no member of this key’s workspace. Invite them with invite_member, without X-Svc-Agent-Intent, by a key of an owner or admin; they accept by the link in their mail, then repeat this call.`,
      { reason: 'not_a_member', tool: 'invite_member' },
    );
  }
  const role = effectiveRole(row.member.role, row.roleCap);
  if (role === null) {
    throw new AppError('auth.forbidden', `Their role ${row.member.role} and that of this key have nothing in common.`, {
      reason: 'role_missing',
      role: row.member.role,
    });
  }
  return { ...holder, userId: row.user.id, role, username: row.member.username };
}

/** Its end came while the call was under way. */
export const agentEnded = (): AppError =>
  new AppError('agent.principal.revoked', 'This identity ended just now. Ask the person, then register again.', {
    reason: 'revoked',
  });
