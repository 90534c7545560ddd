import type { CalendarProviderName, RemoteCalendar } from './remote-event.ts';

/** The registration of this installation at a provider of calendars: the one that sign-in uses, or that of a local stand-in. */
export interface CalendarApp {
  /** The name for people: "Google", "Google (local stand-in)". */
  readonly label: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As in its discovery document. */
  readonly issuer: string;
  /** Root of the calendar API, with a slash at its end. */
  readonly apiUrl: string;
}

/** A provider without a registration is missing. */
export type CalendarApps = Readonly<Partial<Record<CalendarProviderName, CalendarApp>>>;

/** The values that the browser must bring back from the consent page of a provider. They are sealed in its cookie. */
export interface PendingConsent {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An account whose owner granted all permissions. Its tokens are stored in the sealed row and nowhere else. */
export interface ConsentedAccount {
  /** Never changes. Google: `sub`. Microsoft: `{tid}.{oid}`. */
  readonly accountId: string;
  readonly email: string;
  readonly scopes: readonly string[];
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly accessExpiresMs: number;
  readonly calendars: readonly RemoteCalendar[];
}

/** A requested permission, which a person may leave unticked. */
export type CalendarPermission = 'list' | 'events' | 'freeBusy';

/**
 * The reason why a consent failed. denied: the person declined. incomplete: a permission was left unticked. refused: the answer does
 * not match the request, or came twice. away: the provider does not answer. misconfigured: it rejects this installation's registration.
 * barred: an administrator of the account's organization must allow the app first.
 */
export type ConsentFailure = 'denied' | 'incomplete' | 'refused' | 'away' | 'misconfigured' | 'barred';

export class ConsentFailed extends Error {
  override readonly name = 'ConsentFailed';
  readonly failure: ConsentFailure;
  /** A stable code of the protocol or library, for the log; never an answer's text. */
  readonly detail: string;
  /** For `incomplete`: the permissions that were left unticked. */
  readonly missing: readonly CalendarPermission[];

  constructor(failure: ConsentFailure, detail: string, missing: readonly CalendarPermission[] = []) {
    super(`the consent to read a calendar failed: ${failure} (${detail})`);
    this.failure = failure;
    this.detail = detail;
    this.missing = missing;
  }
}

/** The consent page of one provider. outbound/calendars/consents.ts has the implementation; the API gets it from main.ts. */
export interface CalendarConsent {
  /** Such as "Google", or "Google (local stand-in)". */
  readonly label: string;
  /**
   * Returns the URL to which the browser goes, and the values that it must bring back.
   * @param loginHint the address of the account that is reconnected; null: the person chooses one
   * @throws ConsentFailed away, misconfigured
   */
  begin(
    redirectUri: string,
    loginHint: string | null,
  ): Promise<{ readonly url: URL; readonly pending: PendingConsent }>;
  /**
   * Exchanges the code, checks the account and its permissions, and lists its calendars.
   * @param callback the complete URL to which the browser returned
   * @throws ConsentFailed
   */
  finish(callback: URL, pending: PendingConsent): Promise<ConsentedAccount>;
}

/** Empty: this installation has no registration at a provider. */
export type CalendarConsents = ReadonlyMap<CalendarProviderName, CalendarConsent>;
