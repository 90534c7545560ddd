import { randomBytes } from 'node:crypto';
import type { Account } from './accounts.ts';

/** What a person allowed a client. Google counts it by person and project: revoking one token ends all of it. */
export interface Grant {
  readonly account: Account;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** A code that a client exchanges once. */
export interface Code extends Grant {
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly givesRefreshToken: boolean;
  readonly untilMs: number;
}

const CODE_MS = 10 * 60_000;
/** Google keeps so many refresh tokens for a person and client; the oldest ends. */
const MOST_REFRESH_TOKENS = 100;

const secret = (prefix: string): string => `${prefix}${randomBytes(24).toString('base64url')}`;

/** All codes and tokens of a stand-in. */
export class TokenStore {
  readonly #now: () => number;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Grant & { readonly untilMs: number }>();
  readonly #refresh = new Map<string, Grant>();
  accessSeconds: number;

  constructor(accessSeconds: number, now: () => number) {
    this.accessSeconds = accessSeconds;
    this.#now = now;
  }

  giveCode(code: Omit<Code, 'untilMs'>): string {
    const text = secret('4/0');
    this.#codes.set(text, { ...code, untilMs: this.#now() + CODE_MS });
    return text;
  }

  /** undefined: unknown, used before, or too old. */
  takeCode(text: string): Code | undefined {
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    return code && code.untilMs > this.#now() ? code : undefined;
  }

  giveAccess(grant: Grant): string {
    const text = secret('ya29.');
    this.#access.set(text, { ...grant, untilMs: this.#now() + this.accessSeconds * 1_000 });
    return text;
  }

  giveRefresh(grant: Grant): string {
    const same = [...this.#refresh].filter(([, one]) => isSame(one, grant));
    const [oldest] = same[same.length - MOST_REFRESH_TOKENS] ?? [];
    if (oldest) this.#refresh.delete(oldest);
    const text = secret('1//0');
    this.#refresh.set(text, grant);
    return text;
  }

  hasRefresh(grant: Pick<Grant, 'account' | 'clientId'>): boolean {
    return [...this.#refresh.values()].some((one) => isSame(one, grant));
  }

  ofRefresh(text: string): Grant | undefined {
    return this.#refresh.get(text);
  }

  /** undefined: unknown, ended or revoked. */
  ofAccess(text: string): Grant | undefined {
    const found = this.#access.get(text);
    return found && found.untilMs > this.#now() ? found : undefined;
  }

  /** Ends all that a person allowed a client. False: the token is unknown. */
  revoke(text: string): boolean {
    const grant = this.#refresh.get(text) ?? this.#access.get(text);
    if (!grant) return false;
    this.#end((one) => isSame(one, grant));
    return true;
  }

  /** As when the person removes an app in their Google account. */
  forgetPerson(email: string): void {
    this.#end(({ account }) => account.email === email);
  }

  /** Access tokens end now; refresh tokens stay. */
  expireAccess(): void {
    this.#access.clear();
  }

  grants(email: string): Grant[] {
    return [...this.#refresh.values()].filter(({ account }) => account.email === email);
  }

  #end(isOver: (grant: Grant) => boolean): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [text, grant] of tokens) if (isOver(grant)) tokens.delete(text);
  }
}

const isSame = (a: Pick<Grant, 'account' | 'clientId'>, b: Pick<Grant, 'account' | 'clientId'>): boolean =>
  a.account.sub === b.account.sub && a.clientId === b.clientId;
