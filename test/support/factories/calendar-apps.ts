import type { CalendarApp } from '../../../domain/calendars/consent.ts';
import type { GoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import type { MicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';

/** Our registrations at the stand-ins, as infra/config.ts has them. */
export const appsAt = (
  google: GoogleStandIn,
  microsoft: MicrosoftStandIn,
): Record<'google' | 'microsoft', CalendarApp> => ({
  google: { label: 'Google (local stand-in)', ...google.client, issuer: google.url, apiUrl: `${google.url}/` },
  microsoft: {
    label: 'Microsoft (local stand-in)',
    ...microsoft.client,
    issuer: microsoft.issuer,
    apiUrl: `${microsoft.url}/`,
  },
});
