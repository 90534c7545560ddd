import { accessOf } from '../../../domain/oauth/connector-scopes.ts';
import { pathOfDocument } from '../../../domain/oauth/shown-app.ts';
import type { grants } from '../../../schemas/operations/oauth/grants.ts';
import { type ListedGrant, listGrants } from '../../../store/oauth/my-grants.ts';
import type { Handler } from '../../core/handler.ts';

const toGrant = ({
  name,
  clientId,
  clientHost,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
  endedAt,
  reusedAt,
  reuseNetworks,
  ...row
}: ListedGrant) => ({
  ...row,
  appName: name,
  appHost: clientHost,
  appPath: pathOfDocument(clientId),
  access: accessOf(scopes),
  since: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  lastReuse: reusedAt && { at: reusedAt.toISOString(), networks: [...(reuseNetworks ?? [])] },
});

export const listMyGrants: Handler<typeof grants.listMyGrants> = async ({ sql, actor }) => ({
  grants: (await listGrants(sql, actor.userId)).map(toGrant),
});
