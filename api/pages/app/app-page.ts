import type { PageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';

/** A page whose content the browser builds: `name` is its entry in web/app/entries/. */
export function showApp(visit: Visit, name: 'device', title: string, { csrfToken }: PageSession): void {
  visit.setOptions({ entry: name });
  visit.show('app', { title, csrfToken });
}
