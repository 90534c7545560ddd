import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { addressHash, readRefusalToken, refusalToken } from '../../../domain/mail/recipient-tokens.ts';
import { testSecrets } from '../../support/drivers/guest.ts';

it('refusal tokens of earlier test mails no longer count, and those of today do', () => {
  const hash = addressHash(testSecrets, 'ceo@bigcorp.test');
  const signature = createHmac('sha256', testSecrets.recipient)
    .update('refusal/')
    .update(hash)
    .digest()
    .subarray(0, 16);
  expect(readRefusalToken(testSecrets, Buffer.concat([hash, signature]).toString('base64url'))).toBeNull();
  expect(readRefusalToken(testSecrets, refusalToken(testSecrets, 'ceo@bigcorp.test'))).toEqual(hash);
});
