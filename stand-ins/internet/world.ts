import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the DNS says of one name. Text of TXT is one string each. */
export interface NameRecords {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly (readonly [preference: number, exchange: string])[];
  readonly TXT?: readonly string[];
  readonly NS?: readonly string[];
  readonly CNAME?: string;
  /** In place of an answer. `rebind`: the first question for A gets the address above, later ones 127.0.0.1. */
  readonly fault?: 'silent' | 'servfail' | 'refused' | 'rebind';
}

/** All names. */
export type Zone = Pick<ReadonlyMap<string, NameRecords>, 'get'>;

export interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export type Site = (request: IncomingMessage, response: ServerResponse) => void;

export interface Registration {
  readonly registeredOn: string;
  readonly registrar: string;
}

/** A company on the internet of this machine. All names are invented. */
export interface StandInCompany {
  readonly domain: string;
  /** By name, relative to the domain: `@`, `www`, `_dmarc`. */
  readonly records: Readonly<Record<string, NameRecords>>;
  /** By host and path, such as `www.acme-robotics.com/`. */
  readonly pages?: Readonly<Record<string, Page>>;
  /** Missing: the registry has none, or no RDAP. */
  readonly registration?: Registration;
}

/** An address that is public by all rules. Nobody dials it: all goes to this machine. */
export const WEB: Pick<NameRecords, 'A'> = { A: ['11.22.33.44'] };

export const html = (body: string): Page => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
export const plain = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });
export const moved = (to: string, status = 301): Page => ({ status, headers: { location: to } });
