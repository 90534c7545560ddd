import { appWords } from '../../../texts/en/pages/frame.ts';
import { pageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';
import { showApp } from './app-page.ts';

/** GET /device?code=…, after sign-in. */
export async function showDevice(visit: Visit): Promise<void> {
  const session = await pageSession(visit.kit.services, visit.request, visit.response);
  if (session) showApp(visit, 'device', visit.words(appWords).device, session);
}
