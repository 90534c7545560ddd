import type { CalendarConsents } from '../../../domain/calendars/consent.ts';
import type { PageRouter } from '../shell/page-router.ts';
import { handleConsent } from './callback-page.ts';
import { goToConsent, showConnect } from './connect-page.ts';
import { showConnected } from './connected-page.ts';

/** Discovery, the code's exchange and the list of calendars, each with its own limit. */
const ofProvider = { patienceMs: 15_000, personal: true } as const;

/** The pages by which a person connects a calendar, on the app origin. A provider that is not configured has no callback. */
export function mountCalendars(page: PageRouter['page'], consents: CalendarConsents): void {
  page('/calendars/connect/:token', { get: showConnect, personal: true });
  page('/calendars/connect/:token/go', { get: goToConsent, ...ofProvider });
  page('/calendars/connected/:connectionId', { get: showConnected, personal: true });
  for (const [provider, consent] of consents)
    page(`/calendars/${provider}/callback`, { get: handleConsent(provider, consent), ...ofProvider });
}
