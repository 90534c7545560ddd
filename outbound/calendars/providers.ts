import type { CalendarApp, CalendarApps } from '../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { googleProvider } from './google/provider.ts';
import { microsoftProvider } from './microsoft/provider.ts';
import type { CalendarProvider } from './provider.ts';

const ADAPTERS = { google: googleProvider, microsoft: microsoftProvider } as const;

/** The adapter of one provider. Makes no call. */
export const providerOf = (name: CalendarProviderName, app: CalendarApp): CalendarProvider =>
  ADAPTERS[name](app, app.apiUrl);

/** The adapters of all providers at which this installation is registered. */
export const createProviders = (apps: CalendarApps): Map<CalendarProviderName, CalendarProvider> =>
  new Map(
    (['google', 'microsoft'] as const).flatMap((name) => {
      const app = apps[name];
      return app ? [[name, providerOf(name, app)] as const] : [];
    }),
  );
