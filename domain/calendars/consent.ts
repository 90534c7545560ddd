import type { CalendarProviderName, RemoteCalendar } from './remote-event.ts';

/** What the browser must bring back from the consent page of a provider. Sealed in its cookie meanwhile. */
export interface BegunConsent {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An account whose owner consented, with all that we asked for. Its tokens go into the sealed row and nowhere else. */
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

/** What we ask for, and what a person may have left unticked. */
export type CalendarPermission = 'list' | 'events' | 'freeBusy';

/**
 * Why a consent brought nothing. denied: the person said no there. incomplete: a permission was left unticked. refused: the answer does
 * not match our request, or came twice. away: the provider does not answer. misconfigured: it rejects our registration, for everybody.
 * barred: an administrator of the account's organization must allow us first.
 */
export type ConsentFailure = 'denied' | 'incomplete' | 'refused' | 'away' | 'misconfigured' | 'barred';

export class ConsentFailed extends Error {
  override readonly name = 'ConsentFailed';
  readonly failure: ConsentFailure;
  /** A stable word of the protocol or library, for the log; never an answer's text. */
  readonly detail: string;
  /** Of `incomplete`: what was left unticked. */
  readonly missing: readonly CalendarPermission[];

  constructor(failure: ConsentFailure, detail: string, missing: readonly CalendarPermission[] = []) {
    super(`the consent to read a calendar brought nothing: ${failure} (${detail})`);
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
   * Where the browser goes, and what it must bring back.
   * @param loginHint the address of the account that is connected again; null: the person chooses one
   * @throws ConsentFailed away, misconfigured
   */
  begin(redirectUri: string, loginHint: string | null): Promise<{ readonly url: URL; readonly began: BegunConsent }>;
  /**
   * Exchanges the code, checks who consented and to what, and lists their calendars.
   * @param callback the whole address that the browser came back to
   * @throws ConsentFailed
   */
  finish(callback: URL, began: BegunConsent): Promise<ConsentedAccount>;
}

/** Empty: this installation has no registration at a provider. */
export type CalendarConsents = ReadonlyMap<CalendarProviderName, CalendarConsent>;
