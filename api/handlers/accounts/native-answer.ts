import type { AuthResult } from '../../../schemas/shapes/native-sign-in.ts';
import type { NativeKey } from '../../../store/accounts/native-key.ts';
import type { Context } from '../../core/handler.ts';

/** The answer with a key. With a person's first workspace its trial starts. The sweep starts both flows if this process dies. */
export function nativeKeyAnswer({ flowClient, urls }: Context, key: NativeKey): AuthResult {
  const { keyId, apiKey, workspace, user, trialOf } = key;
  flowClient.start('accessNotice', { id: keyId, workspaceId: workspace.id });
  if (trialOf !== null) flowClient.start('trial', { id: trialOf, workspaceId: trialOf });
  return {
    ...{ apiKey, apiUrl: `${urls.appUrl}/api/v1`, workspace },
    user: { email: user.email, name: user.name },
    isNewAccount: trialOf !== null,
  };
}
