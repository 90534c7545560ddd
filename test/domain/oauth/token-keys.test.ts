import { createPrivateKey, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { knownTokenKeys, signingTokenKey } from '../../../domain/oauth/token-keys.ts';
import { deriveSecrets } from '../../../domain/secrets.ts';

const MONTH_MS = 30 * 86_400_000;
const secrets = deriveSecrets(Buffer.alloc(32, 7));
const NOW = Date.UTC(2026, 10, 25);

it('a key signs what its published part verifies', () => {
  const { privateJwk, publicKey, jwk } = signingTokenKey(secrets, NOW);
  const key = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from('words'), key);
  expect(verify('sha256', Buffer.from('words'), publicKey, signature)).toBe(true);
  expect(jwk).not.toHaveProperty('d');
});

it('all processes have the same keys, and another installation has others', () => {
  const again = deriveSecrets(Buffer.alloc(32, 7));
  expect(signingTokenKey(again, NOW).privateJwk).toEqual(signingTokenKey(secrets, NOW).privateJwk);
  const other = deriveSecrets(Buffer.alloc(32, 8));
  expect(signingTokenKey(other, NOW).kid).not.toBe(signingTokenKey(secrets, NOW).kid);
});

it('a key is known before it signs and after it has signed, and no longer', () => {
  const { kid } = signingTokenKey(secrets, NOW);
  const knows = (atMs: number) => knownTokenKeys(secrets, atMs).some((key) => key.kid === kid);
  expect([-2, -1, 0, 1, 2].map((months) => knows(NOW + months * MONTH_MS))).toEqual([false, true, true, true, false]);
});
