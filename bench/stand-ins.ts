/** The stand-ins of the running product: consent, and events that somebody puts into a calendar. */

import type { CalendarProviderName } from '../domain/calendars/remote-event.ts';
import type { Interval } from '../domain/slots/types.ts';
import { standInUrl } from '../infra/local/plan.ts';
import { googleProvider } from '../outbound/calendars/google/provider.ts';
import { microsoftProvider } from '../outbound/calendars/microsoft/provider.ts';
import { askedScopes } from '../outbound/calendars/permissions.ts';
import type { CalendarProvider } from '../outbound/calendars/provider.ts';
import { benchPlan } from './stack.ts';

const CLIENT = { clientId: 'holdfast-local', clientSecret: 'local' };
const REDIRECT = 'http://127.0.0.1/done';

/** What a person allowed on the consent page. */
export interface Allowed {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface BenchStandIn {
  readonly url: string;
  readonly provider: CalendarProvider;
  /** Consents as a person. */
  allow(email: string): Promise<Allowed>;
  /** Puts an event into the person's own calendar. */
  put(email: string, tokens: Allowed, period: Interval): Promise<void>;
}

interface Dialect {
  readonly authorize: string;
  readonly token: string;
  readonly issuer: (url: string) => string;
  readonly adapter: typeof googleProvider;
  readonly events: (email: string) => string;
  readonly event: (period: Interval) => object;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const DIALECTS: Readonly<Record<CalendarProviderName, Dialect>> = {
  google: {
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    issuer: (url) => url,
    adapter: googleProvider,
    events: (email) => `/calendar/v3/calendars/${encodeURIComponent(email)}/events`,
    event: ({ startMs, endMs }) => ({ start: { dateTime: iso(startMs) }, end: { dateTime: iso(endMs) } }),
  },
  microsoft: {
    authorize: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    issuer: (url) => `${url}/common/v2.0`,
    adapter: microsoftProvider,
    events: () => '/v1.0/me/events',
    event: ({ startMs, endMs }) => {
      const at = (ms: number) => ({ dateTime: iso(ms).replace('Z', ''), timeZone: 'UTC' });
      return { subject: 'Busy', start: at(startMs), end: at(endMs) };
    },
  },
};

export function standIn(name: CalendarProviderName): BenchStandIn {
  const dialect = DIALECTS[name];
  const url = standInUrl(benchPlan(), name);
  return {
    url,
    provider: dialect.adapter({ ...CLIENT, issuer: dialect.issuer(url) }, `${url}/`),
    allow: (email) => allow(url, name, email),
    put: async (email, { accessToken }, period) => {
      const response = await fetch(`${url}${dialect.events(email)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(dialect.event(period)),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`The stand-in answered ${response.status}: ${text}`);
    },
  };
}

async function allow(url: string, name: CalendarProviderName, email: string): Promise<Allowed> {
  const { authorize, token } = DIALECTS[name];
  const scope = askedScopes(name);
  const client = { client_id: CLIENT.clientId, redirect_uri: REDIRECT };
  const asked = new URLSearchParams({
    ...client,
    ...{ response_type: 'code', access_type: 'offline', prompt: 'consent', scope },
  });
  const form = new URLSearchParams({ account: email });
  // The boxes of the page: Microsoft's have short names.
  for (const one of scope.split(' ')) form.append('scope', one.replace('https://graph.microsoft.com/', ''));
  const page = await fetch(`${url}${authorize}?${asked}`, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    ...client,
    ...{ client_secret: CLIENT.clientSecret, grant_type: 'authorization_code', code },
  });
  const response = await fetch(`${url}${token}`, { method: 'POST', body });
  const given = (await response.json()) as { access_token?: string; refresh_token?: string };
  if (!given.access_token || !given.refresh_token) throw new Error(`The stand-in of ${name} gave no tokens`);
  return { accessToken: given.access_token, refreshToken: given.refresh_token };
}
