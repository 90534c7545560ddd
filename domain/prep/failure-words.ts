import type { SourceFailure, SourceName } from './source.ts';

/** Why a source has no facts, after "The web site was not read: ". */
export const FAILURE_WORDS: Readonly<Record<SourceFailure, string>> = {
  timeout: 'it did not answer in time',
  busy: 'its server was asked too often just now',
  not_found: 'it does not exist',
  no_page: 'it has no page at this address',
  forbidden_address: 'it has no public address',
  unreachable: 'it could not be reached',
  tls: 'its certificate is not valid',
  refused: 'it refuses programs',
  robots: 'its robots.txt asks programs to stay away',
  server_error: 'it has an error of its own',
  too_large: 'its answer is too large',
  wrong_type: 'it is no web page',
  too_many_redirects: 'it leads from page to page without end',
  unreadable: 'its answer could not be understood',
  not_offered: 'IANA lists none for such domains',
};

/** What a host calls a source, and what they miss without it. */
const SOURCE_WORDS: Readonly<Record<SourceName, { readonly name: string; readonly missing: string }>> = {
  site: { name: 'web site', missing: 'what the company says of itself' },
  dns: { name: 'DNS', missing: 'who runs its mail and which tools it uses' },
  rdap: { name: 'domain registry', missing: 'since when the domain is registered' },
};

/** @param source one of ours, or the name of a provider that an operator has added */
export const sourceWords = (source: string): (typeof SOURCE_WORDS)[SourceName] =>
  Object.hasOwn(SOURCE_WORDS, source)
    ? SOURCE_WORDS[source as SourceName]
    : { name: source, missing: 'what it knows of the company' };
