import { keyReach } from '../../../domain/access/key-reach.ts';
import type { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { type ListedKey, listKeys } from '../../../store/access/api-keys.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';

const LIST = 'api_keys';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const toMetadata = (key: ListedKey, currentId: string | null) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  createdByUserId: key.createdByUserId,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: iso(key.lastUsedAt),
  expiresAt: iso(key.expiresAt),
  revokedAt: iso(key.revokedAt),
  current: key.id === currentId,
});

export const listApiKeys: Handler<typeof apiKeys.listApiKeys> = async ({ sql, actor }, { limit, cursor }) => {
  const reach = keyReach(actor);
  const after = readCursor([LIST], cursor);
  const rows = await listKeys(sql, actor.workspaceId, reach, { after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => LIST);
  const currentId = actor.kind === 'key' ? actor.keyId : null;
  return {
    keys: page.map((key) => toMetadata(key, currentId)),
    visibility: reach.kind === 'workspace' ? 'workspace' : 'own',
    nextCursor,
  };
};
