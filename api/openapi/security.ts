import type { Operation } from '../../schemas/operation.ts';
import { sessionCookieName } from '../auth/credentials.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { Urls } from '../core/urls.ts';

/** A key, a key that acts for a person, or a member's session; operations for people take the session only. */
export const securityOf = ({ auth, effect }: Operation): JsonSchema => {
  const csrf = effect === 'read' ? {} : { csrfToken: [] };
  if (auth === 'person') return { security: [{ session: [], ...csrf }] };
  if (typeof auth === 'string') return {};
  const session = { session: [], workspaceId: [], ...csrf };
  if (auth.sessionOnly) return { security: [session] };
  const delegated = { apiKey: [], agentIntent: [] };
  const { intent, keyOnly } = auth;
  const byKey =
    typeof intent !== 'object' ? [{ apiKey: [] }] : intent.required ? [delegated] : [{ apiKey: [] }, delegated];
  const scopes = typeof intent === 'object' ? { 'x-agent-scope': intent.scope } : {};
  return { ...scopes, security: keyOnly ? byKey : [...byKey, session] };
};

const [SECURE, PLAIN] = ['https://x', 'http://x'].map(sessionCookieName);

/** Spec, Authentication 1; contract, auth `session`. */
export const securitySchemes = ({ appUrl }: Urls) => ({
  apiKey: { type: 'http', scheme: 'bearer', description: 'A workspace key: svc_live_… or svc_test_….' },
  agentIntent: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Agent-Intent',
    description:
      'Together with the key that verified it: the intent token of an agent identity. The call acts for the person who allowed it. `x-agent-scope` of the operation names the scope that it needs.',
  },
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
    description: 'Together with the session, for writes.',
  },
  workspaceId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Workspace-Id',
    description: 'Together with the session: the workspace to act in.',
  },
});
