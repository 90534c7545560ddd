import { importJWK, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { readConnectorToken } from '../../../api/auth/connector-token.ts';
import { signingTokenKey } from '../../../domain/oauth/token-keys.ts';
import { deriveSecrets } from '../../../domain/secrets.ts';

const urls = { appUrl: 'https://app.example', publicUrl: 'https://book.example', mcpUrl: 'https://mcp.example' };
const secrets = deriveSecrets(Buffer.alloc(32, 1));
const NOW_MS = Date.UTC(2026, 10, 26, 12);
const GRANT = '01949d3e-0000-7000-8000-000000000001';
const PERSON = '01949d3e-0000-7000-8000-000000000002';

async function tokenOf(lifeSeconds: number): Promise<string> {
  const { kid, privateJwk } = signingTokenKey(secrets, NOW_MS);
  const iat = NOW_MS / 1_000;
  const claims = { sub: PERSON, gid: GRANT, scope: 'workspace.read', client_id: 'app', jti: 'one' };
  return new SignJWT({ ...claims, iss: urls.appUrl, aud: `${urls.mcpUrl}/mcp`, iat, exp: iat + lifeSeconds })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .sign(await importJWK(privateJwk, 'ES256'));
}

it('a token that was read before ends in its time, and is for one installation and one connector alone', async () => {
  const token = await tokenOf(60);
  const read = (nowMs: number) => readConnectorToken({ secrets, urls }, token, nowMs);
  const meant = { userId: PERSON, grantId: GRANT, scopes: ['workspace.read'] };
  for (let times = 0; times < 2; times++) expect(await read(NOW_MS)).toEqual(meant);
  // With the five seconds between clocks.
  expect(await read(NOW_MS + 64_000)).toEqual(meant);
  for (let times = 0; times < 2; times++) expect(await read(NOW_MS + 65_000)).toBe('expired');
  const late = await tokenOf(-60);
  expect(await readConnectorToken({ secrets, urls }, late, NOW_MS)).toBe('expired');
  expect(await readConnectorToken({ secrets, urls }, `${late.slice(0, -4)}AAAA`, NOW_MS)).toBeNull();
  const others = { secrets: deriveSecrets(Buffer.alloc(32, 2)), urls };
  expect(await readConnectorToken(others, token, NOW_MS)).toBeNull();
  const moved = { secrets, urls: { ...urls, mcpUrl: 'https://other.example' } };
  expect(await readConnectorToken(moved, token, NOW_MS)).toBeNull();
});

it('a changed token is not taken for the one that was read', async () => {
  const token = await tokenOf(60);
  expect(await readConnectorToken({ secrets, urls }, token, NOW_MS)).not.toBeNull();
  expect(await readConnectorToken({ secrets, urls }, `${token.slice(0, -4)}AAAA`, NOW_MS)).toBeNull();
});
