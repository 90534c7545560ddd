import type { Visit } from '../shell/visit.ts';
import { asksTooOften } from '../sign-in/start-session.ts';
import { decideAboutWorkspace, readWorkspaceClaim, showWorkspaceClaim } from './workspace-claim-page.ts';

const DEAD = {
  title: 'This link does not work',
  text: 'It may be cut off. Take it from the newest mail.',
} as const;

/** GET {app_url}/claim/{token}: what an agent asks for. Mail scanners open links too, so opening it changes nothing. */
export async function showAnyClaim(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const claim = await readWorkspaceClaim({ kit: visit.kit, part: visit.part('token') });
  if (!claim) return visit.show('problem', DEAD, 404);
  await showWorkspaceClaim(visit, claim);
}

/** POST {app_url}/claim/{token}: decides it, by the operation that asks who is signed in. */
export async function submitAnyClaim(visit: Visit): Promise<void> {
  await decideAboutWorkspace(visit);
}
