import type { Visit } from '../shell/visit.ts';
import { asksTooOften } from '../sign-in/start-session.ts';
import { showClaim, submitClaim } from './claim-page.ts';
import { decideAboutWorkspace, readWorkspaceClaim, showWorkspaceClaim } from './workspace-claim-page.ts';

/** Tokens of native claims have 43 characters, those of workspaces 64. */
const OF_NATIVE_CLAIM = /^[\w-]{43}$/;

/** GET {app_url}/claim/{token}: what an agent asks for: a key, or that a person own its workspace. Opening it changes nothing. */
export async function showAnyClaim(visit: Visit): Promise<void> {
  const token = visit.part('token');
  if (OF_NATIVE_CLAIM.test(token)) return showClaim(visit);
  if (await asksTooOften(visit, 'publicRead')) return;
  const claim = await readWorkspaceClaim({ kit: visit.kit, part: token });
  if (claim) return showWorkspaceClaim(visit, claim);
  await showClaim(visit);
}

/** POST {app_url}/claim/{token}: decides it, by the operation that asks who is signed in. */
export async function submitAnyClaim(visit: Visit): Promise<void> {
  const token = visit.part('token');
  const claim = OF_NATIVE_CLAIM.test(token) ? undefined : await readWorkspaceClaim({ kit: visit.kit, part: token });
  await (claim ? decideAboutWorkspace(visit, claim) : submitClaim(visit));
}
