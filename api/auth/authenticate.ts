import { z } from 'zod';
import { type Actor, actsFor, type KeyActor, type Person } from '../../domain/access/actor.ts';
import { isWellFormedKey, keyHash } from '../../domain/access/api-key.ts';
import { csrfToken, sameCode, tokenHash } from '../../domain/secrets.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { grants, type WorkspaceAuth } from '../../schemas/shapes/access.ts';
import { findConnectorKey, findKey } from '../../store/access/api-keys.ts';
import { findPerson, findSessionMember } from '../../store/accounts/sessions.ts';
import type { AuthParts } from './auth-parts.ts';
import type { Credentials } from './credentials.ts';
import { actingFor, intentNotTaken, intentRequired, type Seen } from './delegation.ts';
import { workspaceDeleted } from './stopped-workspace.ts';
import { isBarredToTestKey, testKeyRefused, testKeySeesNone } from './test-keys.ts';

type GrantCredentials = Extract<Credentials, { kind: 'grant' }>;

/** 403: what agents do for other people needs a secret that the agent keeps. An app acts for the person who connected it. */
const keyNeeded = (): AppError =>
  new AppError(
    'auth.forbidden',
    'A connected app acts for the person who connected it, and for nobody else. This needs a workspace key.',
    { reason: 'key_needed' },
  );

/** 403: an app acts as long as its connection lasts, and makes no keys for later. */
const notForApps = (): AppError =>
  new AppError(
    'auth.forbidden',
    'A connected app makes no keys: the person who connected it allowed this app, and no other access. Ask them to add an agent under Settings, Keys and seats, or to give the agent that needs it a connection of its own.',
    { reason: 'not_for_apps' },
  );

/**
 * The app of a grant, with the person's role of now, and at most what both token and grant allow. One look-up, so that an end counts at once.
 * @throws AppError auth.required (token_invalid, token_expired, grant_ended, workspace_deleted)
 */
async function holderOfGrant({ sql }: AuthParts, { access, isExpired }: GrantCredentials): Promise<KeyActor> {
  if (isExpired) throw required('token_expired', 'This access token is expired. Get another with the refresh token.');
  if (access === null) {
    throw required(
      'token_invalid',
      'This is no access token for this connector: it is cut off, of another server, or an API key. Sign in by OAuth; the header WWW-Authenticate says where. API keys work at the in-app MCP endpoint.',
    );
  }
  const found = await findConnectorKey(sql, access.grantId);
  if (found?.state === 'stopped') throw workspaceDeleted(found.eraseAt);
  if (found?.state !== 'active' || found.actor.userId !== access.userId) {
    throw required(
      'grant_ended',
      'This connection was ended: by its person, with their membership, because it was not used for 90 days, or because a refresh token came twice, as from a copy. Connect again.',
    );
  }
  const { actor } = found;
  return { ...actor, scopes: actor.scopes.filter((scope) => access.scopes.includes(scope)) };
}

type Guarded = Pick<Operation, 'auth' | 'effect' | 'worksWhileLocked'>;

const required = (reason: string, message: string): AppError => new AppError('auth.required', message, { reason });

const needsKey = (): AppError =>
  required(
    'key_missing',
    'Send Authorization: Bearer with a workspace key; POST /cli/auth/register starts to get one. The MCP connector takes no keys: sign in by OAuth, the header WWW-Authenticate says where.',
  );

/**
 * Returns the caller if they may call; null: the operation is public.
 *
 * @param seen called with the owner of the credentials once known, so that a refusal is logged with them
 * @throws AppError auth.required (key_missing, key_malformed, key_unknown, key_revoked, key_expired, workspace_deleted, token_invalid, token_expired, grant_ended,
 * session_missing, session_over, csrf_mismatch), auth.forbidden (role_missing, scope_missing, session_only,
 * test_key, not_a_member), resource.not_found
 * (workspace_not_found), billing.upgrade_required for a write while locked; of the header X-Svc-Agent-Intent agent.intent.required,
 * agent.principal.*, request.invalid (intent_not_taken), request.unprocessable (user_missing)
 */
export async function authenticate(
  parts: AuthParts,
  operation: Guarded,
  credentials: Credentials,
  seen: Seen = () => {},
): Promise<Actor | Person | null> {
  const { auth } = operation;
  if (auth === 'person') return personOf(parts, operation, credentials);
  // Public, or for the holder of a mailed token: the handler checks the token.
  if (typeof auth === 'string') return null;
  const actor = await actorOf(parts, operation, auth, { credentials, seen });
  authorize(actor, auth, operation.effect);
  if (actor.locked && operation.effect === 'write' && !operation.worksWhileLocked) throw locked();
  return actor;
}

/** @throws AppError auth.forbidden (key_needed, not_for_apps) */
function requireOpenToApps({ keyOnly, byApp }: WorkspaceAuth): void {
  if (keyOnly) throw keyNeeded();
  if (byApp === 'refused') throw notForApps();
}

/** A member by their session, the holder of a key, or the person for whom the key acts. */
async function actorOf(
  parts: AuthParts,
  operation: Guarded,
  auth: WorkspaceAuth,
  { credentials, seen }: { readonly credentials: Credentials; readonly seen: Seen },
): Promise<Actor> {
  if (credentials.kind === 'session') {
    if (auth.keyOnly) throw needsKey();
    const member = await memberOf(parts, operation, credentials);
    seen(member);
    if (credentials.intent !== undefined && auth.intent !== 'ignored') throw intentNotTaken('session');
    return member;
  }
  const holder =
    credentials.kind === 'grant' ? await holderOfGrant(parts, credentials) : await keyHolder(parts, credentials);
  seen(holder);
  if (holder.isConnector) requireOpenToApps(auth);
  const intent = credentials.kind === 'bearer' ? credentials.intent : undefined;
  if (auth.intent === 'ignored') return holder;
  if (intent === undefined) {
    if (!auth.intent?.required) return holder;
    // A key that could not do it even with a consent is refused at once.
    authorizeKey(holder, auth, operation.effect);
    throw intentRequired(auth.intent);
  }
  if (auth.intent === undefined) throw intentNotTaken('operation');
  authorizeKey(holder, auth, operation.effect);
  return actingFor(parts, { holder, seen }, auth.intent, intent);
}

/** True if the credentials are absent or malformed: operations that need some refuse them without a look-up. */
export const cannotAuthenticate = (
  { legacyKeyPrefix }: Pick<AuthParts, 'legacyKeyPrefix'>,
  shown: Credentials,
): boolean => shown.kind === 'none' || (shown.kind === 'bearer' && !isWellFormedKey(shown.token, legacyKeyPrefix));

async function keyHolder(
  { sql, legacyKeyPrefix }: AuthParts,
  credentials: Exclude<Credentials, { kind: 'session' } | GrantCredentials>,
): Promise<KeyActor> {
  if (credentials.kind === 'none') throw needsKey();
  if (!isWellFormedKey(credentials.token, legacyKeyPrefix)) {
    throw required('key_malformed', JWT.test(credentials.token) ? ONE_OF_AN_APP : CUT_OFF);
  }
  const found = await findKey(sql, keyHash(credentials.token));
  if (found?.state === 'active') return found.actor;
  if (!found) throw required('key_unknown', 'There is no such key. Get one by POST /cli/auth/register.');
  if (found.state === 'stopped') throw workspaceDeleted(found.eraseAt);
  throw found.state === 'revoked'
    ? required('key_revoked', found.byTakeOver ? ENDED_BY_TAKE_OVER : REVOKED)
    : required('key_expired', 'This key has expired. Get another by POST /cli/auth/register.');
}

const CUT_OFF = 'This is no key: it is cut off or mistyped. Send the whole key, as it was handed over.';
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const ONE_OF_AN_APP =
  'This is no key, but the token of a connected app, which works at the connector alone (see /.well-known/oauth-protected-resource there). Here a key is needed: POST /cli/auth/register.';

const REVOKED = 'This key was revoked. Get another by POST /cli/auth/register.';
const ENDED_BY_TAKE_OVER =
  'This key ended because a person took over its workspace. Its new owner decides who acts there: ask them for a seat, or to allow a new key by POST /cli/auth/register.';

const signedOut = (): AppError => required('session_over', 'You are signed out. Sign in again.');

async function personOf(parts: AuthParts, operation: Guarded, credentials: Credentials): Promise<Person> {
  if (credentials.kind !== 'session') {
    throw required('session_missing', 'Only a signed-in person can do this, in the browser. A key is not enough.');
  }
  const person = await findPerson(parts.sql, tokenHash(credentials.token));
  if (!person) throw signedOut();
  requireSameSite(parts, operation, credentials, person.sessionId);
  if (credentials.intent !== undefined) throw intentNotTaken('session');
  return person;
}

async function memberOf(
  parts: AuthParts,
  operation: Guarded,
  credentials: Extract<Credentials, { kind: 'session' }>,
): Promise<Actor> {
  const { workspaceId } = credentials;
  if (!z.uuid().safeParse(workspaceId).success || workspaceId === undefined) {
    // A wrong session is reported before a missing workspace.
    if (!(await findPerson(parts.sql, tokenHash(credentials.token)))) throw signedOut();
    throw invalid([
      { path: 'X-Workspace-Id', message: 'is required with a session: the id of the workspace to act in' },
    ]);
  }
  const member = await findSessionMember(parts.sql, tokenHash(credentials.token), workspaceId);
  if (!member) throw signedOut();
  if (member === 'stranger') {
    throw new AppError('resource.not_found', 'There is no such workspace, or you are not a member of it.', {
      reason: 'workspace_not_found',
    });
  }
  requireSameSite(parts, operation, credentials, member.sessionId);
  return member;
}

/** CSRF: a browser sends the cookie with requests from any site; only our pages know the token. Reads need no token. */
function requireSameSite(
  { secrets }: AuthParts,
  { effect }: Guarded,
  { csrfToken: given }: Extract<Credentials, { kind: 'session' }>,
  sessionId: string,
): void {
  if (effect === 'read' || (given !== undefined && sameCode(given, csrfToken(secrets, sessionId)))) return;
  throw required('csrf_mismatch', 'Send X-CSRF-Token with the token of the page. Load the page again if it is old.');
}

function authorize(actor: Actor, auth: WorkspaceAuth, effect: Operation['effect']): void {
  const { roles, sessionOnly } = auth;
  if (sessionOnly && actor.kind === 'key') {
    throw new AppError('auth.forbidden', 'Only a signed-in person can do this, in the browser. No key can.', {
      reason: 'session_only',
    });
  }
  if (!roles.includes(actor.role)) {
    const person = actsFor(actor);
    const has = person ? `you act for ${person} in the role ${actor.role}` : `yours is ${actor.role}`;
    throw new AppError('auth.forbidden', `Needs the role ${roles.join(' or ')}; ${has}.`, {
      reason: 'role_missing',
      role: actor.role,
      neededRoles: roles,
    });
  }
  if (actor.kind === 'key') authorizeKey(actor, auth, effect);
}

/** Returns the error for a key that lacks a permission, with or without a person’s consent. */
function authorizeKey(actor: KeyActor, auth: WorkspaceAuth, effect: Operation['effect']): void {
  const { scope } = auth;
  if (!grants(actor.scopes, scope)) {
    throw new AppError('auth.forbidden', `Needs the scope ${scope}; this key has ${actor.scopes.join(', ')}.`, {
      reason: 'scope_missing',
      scopes: actor.scopes,
      neededScope: scope,
    });
  }
  if (isBarredToTestKey(actor, { auth, effect })) throw effect === 'read' ? testKeySeesNone() : testKeyRefused();
}

/** 402: what adds is refused while the subscription is unpaid. */
export const locked = (): AppError =>
  new AppError(
    'billing.upgrade_required',
    'This workspace is inactive: its subscription is unpaid, an owner deleted it, or an agent made it and nobody claimed it in 30 days. Unpaid: its owner pays or chooses a plan. Deleted: an owner restores it in the browser (Settings, Workspace). Unclaimed: it works again once its owner signs in with a browser, or once a person claims it (create_claim_intent mails them a link).',
    {
      reason: 'workspace_locked',
    },
  );
