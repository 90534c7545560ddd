import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import { sealToken } from '../../../domain/sealed-token.ts';
import type { Secrets } from '../../../domain/secrets.ts';
import { googleProvider } from '../../../outbound/calendars/google/provider.ts';
import { microsoftProvider } from '../../../outbound/calendars/microsoft/provider.ts';
import type { CalendarProvider } from '../../../outbound/calendars/provider.ts';
import type { GoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import type { MicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import type { ConnectionRow } from '../../../store/calendars/connections.ts';
import { saveConnection } from '../../../store/calendars/save-connection.ts';
import { makeTeam } from './keys.ts';

export type Providers = ReadonlyMap<CalendarProviderName, CalendarProvider>;

/** The product's own adapters, at the stand-ins. */
export function providersAt(
  google: GoogleStandIn,
  microsoft?: MicrosoftStandIn,
): Map<CalendarProviderName, CalendarProvider> {
  const found = new Map<CalendarProviderName, CalendarProvider>();
  found.set('google', googleProvider({ ...google.client, issuer: google.url }, `${google.url}/`));
  if (microsoft)
    found.set('microsoft', microsoftProvider({ ...microsoft.client, issuer: microsoft.issuer }, `${microsoft.url}/`));
  return found;
}

export interface Connecting {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly providers: Providers;
}

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Connects an account of a stand-in to a new person, as the consent page does, without a flow. */
export async function connectAccount(
  { sql, secrets, providers }: Connecting,
  {
    provider,
    email,
    tokens,
    userId,
    accountId,
  }: {
    readonly provider: CalendarProviderName;
    readonly email: string;
    readonly tokens: Tokens;
    /** One that is connected already, to connect it again. */
    readonly accountId?: string;
    /** Default: a new one. */
    readonly userId?: string;
  },
): Promise<ConnectionRow> {
  const id = uuidv7();
  const keys = [{ id: 'main', key: secrets.calendarTokens }];
  const account = providers.get(provider)?.account(tokens.accessToken);
  const saved = await saveConnection(sql, {
    id,
    userId: userId ?? (await makeTeam(sql)).host.userId,
    workspaceId: null,
    provider,
    // The stand-in's people are few: each test connects one as another account.
    accountId: accountId ?? `${email} ${id}`,
    email,
    scopes: [],
    seal: (connectionId) => ({
      refreshToken: sealToken(keys, connectionId, tokens.refreshToken),
      accessToken: sealToken(keys, connectionId, tokens.accessToken),
    }),
    accessExpiresMs: Date.now() + 3_600_000,
    calendars: (await account?.listCalendars({ signal: AbortSignal.timeout(20_000) })) ?? [],
    link: null,
  });
  if ('refused' in saved) throw new Error(saved.refused);
  return saved;
}

const FAMILY = { name: 'Family', isPrimary: false, canWrite: true, makesLinks: false, timezone: 'Europe/Berlin' };

/** A connection of a person with two calendars, as rows. Its tokens open at no provider. */
export async function storeConnection(
  sql: Sql,
  {
    userId,
    workspaceId = null,
    provider = 'google',
  }: {
    readonly userId: string;
    readonly workspaceId?: string | null;
    readonly provider?: CalendarProviderName;
  },
): Promise<ConnectionRow> {
  const id = uuidv7();
  const sealed = { keyId: 'main', bytes: Buffer.alloc(64) };
  const saved = await saveConnection(sql, {
    ...{ id, userId, workspaceId, provider, accountId: id, email: `${id.slice(-12)}@accounts.test`, scopes: [] },
    seal: () => ({ refreshToken: sealed, accessToken: sealed }),
    accessExpiresMs: Date.now() + 3_600_000,
    calendars: [
      { ...FAMILY, providerCalendarId: `own-${id}`, name: 'Own', isPrimary: true },
      { ...FAMILY, providerCalendarId: `family-${id}` },
    ],
    link: null,
  });
  if ('refused' in saved) throw new Error(saved.refused);
  return saved;
}

/** The mirror's rows of a connection, by start. */
export const mirrorOf = (sql: Sql, connectionId: string) => sql<
  { eventId: string; startMs: number; endMs: number; blocks: boolean; response: string; availability: string }[]
>`
  select b.event_id as "eventId", (extract(epoch from lower(b.period)) * 1000)::float8 as "startMs",
    (extract(epoch from upper(b.period)) * 1000)::float8 as "endMs", b.blocks, b.response, b.availability
  from calendar_busy b join calendars k on k.id = b.calendar_id where k.connection_id = ${connectionId}
  order by b.period, b.event_id`;
