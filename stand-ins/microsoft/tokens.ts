import { randomBytes } from 'node:crypto';
import type { Person } from './people.ts';

/** What a person allowed a client. */
export interface Grant {
  readonly person: Person;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** A code that a client exchanges once. */
export interface Code extends Grant {
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly untilMs: number;
}

export interface Access extends Grant {
  readonly untilMs: number;
}

const CODE_MS = 10 * 60_000;

const secret = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** All codes and tokens of a stand-in. */
export class TokenStore {
  readonly #now: () => number;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Access>();
  readonly #refresh = new Map<string, Grant>();
  accessSeconds = 3_599;
  /** Microsoft gives a new refresh token with each use, and the old one stays good. False: it ends, as elsewhere. */
  keepsUsed = true;

  constructor(now: () => number) {
    this.#now = now;
  }

  giveCode(code: Omit<Code, 'untilMs'>): string {
    const text = secret('0.A');
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
    const text = secret('eyJ');
    this.#access.set(text, { ...grant, untilMs: this.#now() + this.accessSeconds * 1_000 });
    return text;
  }

  giveRefresh(grant: Grant): string {
    const text = secret('1.A');
    this.#refresh.set(text, grant);
    return text;
  }

  /** Uses a refresh token; undefined: unknown or ended. */
  spendRefresh(text: string, clientId: string): Grant | undefined {
    const grant = this.#refresh.get(text);
    if (grant?.clientId !== clientId) return undefined;
    if (!this.keepsUsed) this.#refresh.delete(text);
    return grant;
  }

  /** undefined: unknown, ended or taken back. */
  ofAccess(text: string): Access | undefined {
    const found = this.#access.get(text);
    return found && found.untilMs > this.#now() ? found : undefined;
  }

  /** Whether an app may still act for this person. */
  isGranted(email: string): boolean {
    return [...this.#refresh.values()].some(({ person }) => person.email === email);
  }

  /** As when the person removes the app, or an administrator ends their sessions. */
  forgetPerson(email: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [text, { person }] of tokens) if (person.email === email) tokens.delete(text);
  }

  /** Access tokens end now; refresh tokens stay. */
  expireAccess(): void {
    this.#access.clear();
  }
}
