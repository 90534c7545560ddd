import type { CalendarApp, CalendarApps, CalendarConsent, CalendarConsents } from '../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';

/** The consent pages of all providers at which this installation is registered. No request, and no library, before the first one. */
export const createConsents = (apps: CalendarApps): CalendarConsents =>
  new Map(
    (['google', 'microsoft'] as const).flatMap((name) => {
      const app = apps[name];
      return app ? [[name, consentOf(name, app)] as const] : [];
    }),
  );

function consentOf(name: CalendarProviderName, app: CalendarApp): CalendarConsent {
  let loaded: Promise<Omit<CalendarConsent, 'label'>> | undefined;
  const load = () => {
    loaded ??= import('./consent-page.ts').then(({ ConsentPage }) => new ConsentPage(name, app));
    return loaded;
  };
  return {
    label: app.label,
    begin: async (redirectUri, loginHint) => (await load()).begin(redirectUri, loginHint),
    finish: async (callback, pending) => (await load()).finish(callback, pending),
  };
}
