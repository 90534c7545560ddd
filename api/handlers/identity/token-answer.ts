import type { AgentScope } from '../../../schemas/shapes/access.ts';
import { signIntent } from '../../auth/intent-token.ts';
import type { Context } from '../../core/handler.ts';

interface Granted {
  readonly principalId: string;
  readonly keyId: string;
  readonly scopes: readonly AgentScope[];
}

/** A new intent token, and what to do with it. */
export async function tokenAnswer(context: Context, granted: Granted) {
  const { token, expiresMs } = await signIntent(context, granted, context.now);
  const expiresAt = new Date(expiresMs).toISOString();
  return {
    ...{ principalId: granted.principalId, status: 'verified' as const, intentToken: token },
    ...{ expiresAt, scopes: [...granted.scopes] },
    instructions: `For 15 minutes, send intentToken in the HTTP header X-Svc-Agent-Intent beside this key, with calls whose description names one of these scopes; others refuse the header. Then renew_agent_intent makes the next one, without a new code.`,
  };
}
