import type { Operation } from '../../schemas/operation.ts';
import { sessionCookieName } from '../auth/credentials.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { Urls } from '../core/urls.ts';

/** A key or a member's session; operations for people take the session only. */
export const securityOf = ({ auth, effect }: Operation): JsonSchema => {
  const csrf = effect === 'read' ? {} : { csrfToken: [] };
  if (auth === 'person') return { security: [{ session: [], ...csrf }] };
  if (typeof auth === 'string') return {};
  const session = { session: [], workspaceId: [], ...csrf };
  return { security: auth.sessionOnly ? [session] : [{ apiKey: [] }, session] };
};

const [SECURE, PLAIN] = ['https://x', 'http://x'].map(sessionCookieName);

/** Spec, Authentication 1; contract, auth `session`. */
export const securitySchemes = ({ appUrl }: Urls) => ({
  apiKey: { type: 'http', scheme: 'bearer', description: 'A workspace key: svc_live_… or svc_test_….' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(appUrl),
    description: `The cookie of a signed-in browser: \`${SECURE}\` over https, \`${PLAIN}\` on a local stack over http.`,
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Beside the session, for what writes.',
  },
  workspaceId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Workspace-Id',
    description: 'Beside the session: where to act.',
  },
});
