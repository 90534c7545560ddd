import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Sql } from 'postgres';
import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import { sameCode, tokenHash } from '../../domain/secrets.ts';
import {
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsOfGrant,
  endOldChains,
  type FoundArtifact,
  findArtifact,
  findArtifactByUid,
  saveArtifact,
} from '../../store/oauth/artifacts.ts';
import { findClient, noteClientUse, saveClient } from '../../store/oauth/clients.ts';
import {
  endGrantByProtocol,
  findGrant,
  noteReusedToken,
  prolongGrant,
  type StandingGrant,
} from '../../store/oauth/grants.ts';
import { OAUTH_PATHS } from './paths.ts';

/** The parts that the adapters of a server share. */
export interface AdapterParts {
  readonly sql: Sql;
  readonly issuer: string;
  readonly resource: string;
  readonly accessTokenSeconds: number;
  /** Why a grant ends in this request. */
  readonly endedBy: () => 'client' | 'replay';
  /** A code or token of a grant came twice. */
  readonly onReplay: (grantId: string) => void;
  /** A refresh token of a grant came twice within its grace. */
  readonly onReuse: (grantId: string, networks: readonly string[]) => void;
  /** Of the client that asks. */
  readonly network: () => string;
  /** @returns the error of a code or token that came twice */
  readonly spent: () => Error;
}

/** The lifetime of a record for which the server states none. All current records have one. */
const SHORTEST_SECONDS = 60;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Where the browser goes back to after a decision: it holds the id of the request, so it is made again, not stored. */
const returnTo = ({ issuer }: AdapterParts, id: string): string => `${issuer}${OAUTH_PATHS.authorize}/${id}`;

async function endGrant({ sql, onReplay }: AdapterParts, id: string, by: 'client' | 'replay'): Promise<void> {
  await endGrantByProtocol(sql, id, Date.now(), by);
  if (by === 'replay') onReplay(id);
}

/** Records with a secret id: stored under its sha256, without it. */
function artifacts(parts: AdapterParts, model: string): Adapter {
  const { sql } = parts;
  const restored = (id: string | undefined, found: FoundArtifact | undefined): AdapterPayload | undefined => {
    if (!found) return undefined;
    return {
      ...found.payload,
      ...(id !== undefined && { jti: id }),
      ...(id !== undefined && model === 'Interaction' && { returnTo: returnTo(parts, id) }),
      ...(found.isSpent && { consumed: true }),
    };
  };
  return {
    async upsert(id, { jti: _jti, returnTo: _returnTo, ...payload }, lifetimeSeconds = SHORTEST_SECONDS) {
      const grantId = typeof payload.grantId === 'string' ? payload.grantId : null;
      const uidHash = typeof payload.uid === 'string' ? tokenHash(payload.uid) : null;
      await saveArtifact(sql, { model, idHash: tokenHash(id), payload, grantId, uidHash, lifetimeSeconds });
      if (model !== 'RefreshToken' || grantId === null) return;
      await endOldChains(sql, grantId);
      await prolongGrant(sql, grantId, lifetimeSeconds);
      if (typeof payload.clientId === 'string') await noteClientUse(sql, payload.clientId);
    },
    find: async (id) => restored(id, await findArtifact(sql, model, tokenHash(id))),
    findByUid: async (uid) => restored(undefined, await findArtifactByUid(sql, model, tokenHash(uid))),
    findByUserCode: async () => undefined,
    async consume(id) {
      const hash = tokenHash(id);
      const found = await findArtifact(sql, model, hash);
      const grantId = typeof found?.payload.grantId === 'string' ? found.payload.grantId : undefined;
      const used = await consumeArtifact(sql, model, hash, parts.network());
      if (used.use === 'again' && used.isNew && grantId !== undefined) {
        await noteReusedToken(sql, grantId, used.networks);
        parts.onReuse(grantId, used.networks);
      }
      if (used.use === 'spent') {
        if (grantId !== undefined) await endGrant(parts, grantId, 'replay');
        throw parts.spent();
      }
      // An app without refresh tokens keeps its grant as long as its access token.
      if (model === 'AuthorizationCode' && grantId !== undefined)
        await prolongGrant(sql, grantId, parts.accessTokenSeconds);
    },
    destroy: async (id) => void (await deleteArtifact(sql, model, tokenHash(id))),
    revokeByGrantId: async (grantId) => void (await deleteArtifactsOfGrant(sql, model, grantId)),
  };
}

const never = (what: string) => async (): Promise<never> => {
  throw new Error(`the authorization server never does this: ${what}`);
};

const payloadOf = ({ resource }: AdapterParts, grant: StandingGrant): AdapterPayload => {
  const granted = CONNECTOR_SCOPES.filter((scope) => grant.scopes.includes(scope)).join(' ');
  const refused = CONNECTOR_SCOPES.filter((scope) => !grant.scopes.includes(scope)).join(' ');
  const scopes = (scope: string) => ({ resources: { [resource]: scope }, openid: { scope } });
  return {
    ...{ kind: 'Grant', jti: grant.id, accountId: grant.userId, clientId: grant.clientId },
    ...{ iat: seconds(grant.createdAt), exp: seconds(grant.expiresAt) },
    ...scopes(granted),
    // Asked for and answered: else the person would be asked again.
    ...(refused !== '' && { rejected: scopes(refused) }),
  };
};

/** Grants are database rows: the consent page creates them, and they end like keys. */
function grants(parts: AdapterParts): Adapter {
  return {
    upsert: never('make a grant'),
    async find(id) {
      const grant = UUID.test(id) ? await findGrant(parts.sql, id) : undefined;
      return grant && payloadOf(parts, grant);
    },
    findByUid: never('find a grant by its uid'),
    findByUserCode: never('find a grant by a user code'),
    consume: never('consume a grant'),
    destroy: (id) => endGrant(parts, id, parts.endedBy()),
    revokeByGrantId: never('revoke grants of a grant'),
  };
}

/** The library's ids. A client may sign any text as its name, even what PostgreSQL refuses to look for. */
const CLIENT_ID = /^[\w-]{43}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SECRET_HASH = 'sha256.';

const hashedSecret = (secret: string): string => `${SECRET_HASH}${tokenHash(secret).toString('base64url')}`;

/** Returns whether a secret is that of a client, whose metadata have its hash. */
export const isClientSecret = (stored: string | undefined, given: string): boolean =>
  stored?.startsWith(SECRET_HASH) === true && sameCode(hashedSecret(given), stored);

/** Apps that registered themselves. Those with a metadata document are found at its address. */
function clients({ sql }: AdapterParts): Adapter {
  return {
    async upsert(id, metadata) {
      const secret = metadata.client_secret;
      await saveClient(sql, id, {
        ...metadata,
        ...(typeof secret === 'string' && { client_secret: hashedSecret(secret) }),
      });
    },
    find: async (id) => (CLIENT_ID.test(id) ? ((await findClient(sql, id)) as AdapterPayload | undefined) : undefined),
    findByUid: never('find a client by its uid'),
    findByUserCode: never('find a client by a user code'),
    consume: never('consume a client'),
    destroy: never('delete a client'),
    revokeByGrantId: never('delete clients of a grant'),
  };
}

/** Records of the library's features that are on. */
const ARTIFACTS: ReadonlySet<string> = new Set([
  ...['Interaction', 'Session', 'AuthorizationCode', 'RefreshToken', 'AccessToken', 'ReplayDetection'],
]);

/** Where the server keeps what it must remember, by the name of the model. @throws Error for another name, such as one that a compiler changed */
export const adapterOf =
  (parts: AdapterParts) =>
  (model: string): Adapter => {
    if (model === 'Grant') return grants(parts);
    if (model === 'Client') return clients(parts);
    if (!ARTIFACTS.has(model)) throw new Error(`the authorization server has no records ${model}`);
    return artifacts(parts, model);
  };
