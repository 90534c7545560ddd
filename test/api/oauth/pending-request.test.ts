import { errors } from 'oidc-provider';
import { expect, it } from 'vitest';
import { calls } from '../../../api/oauth/oauth-call.ts';
import { readPendingRequest } from '../../../api/oauth/pending-request.ts';
import type { OAuthProvider } from '../../../api/oauth/provider.ts';

/** A request that waits, of an app that the library finds or not. */
const readWith = (find: () => Promise<unknown>) => {
  const details = { params: { client_id: 'https://a.example/c.json', redirect_uri: 'https://a.example/cb' } };
  const provider = { interactionDetails: async () => details, Client: { find } } as unknown as OAuthProvider;
  const call = { ip: '192.0.2.1', requestId: 'r', startedMs: 0, endpoint: undefined, retryAfterSeconds: 7 };
  return calls.run(call, () => readPendingRequest(provider, {} as never, {} as never));
};
const withStatus = (error: Error, status: number) => Object.assign(error, { status, statusCode: status });
const away = withStatus(new errors.TemporarilyUnavailable('away'), 503);

it.each([
  ['was cleared away', async () => undefined],
  ['has a document that can not be read', () => Promise.reject(new errors.InvalidClient('fetch failed'))],
  ['has a document that is none', () => Promise.reject(new errors.InvalidClientMetadata('no object'))],
  ['has no redirect any more', () => Promise.reject(new errors.InvalidClientMetadata('redirect_uris is missing'))],
])('an app that %s is not known, which is told to its person', async (_what, find) => {
  expect(await readWith(find)).toEqual({ problem: { error: 'invalid_client', status: 400 } });
});

it('an app whose document was not read, as too many were, is known again later', async () => {
  const error = withStatus(new errors.TemporarilyUnavailable('too many'), 429);
  expect(await readWith(() => Promise.reject(error))).toEqual({
    problem: { error: 'temporarily_unavailable', status: 429, retryAfterSeconds: 7 },
  });
});

it.each([
  ['a database that is away', away],
  ['a defect', new TypeError('oops')],
])('%s is no word about an app', async (_what, error) => {
  await expect(readWith(() => Promise.reject(error))).rejects.toBe(error);
});
