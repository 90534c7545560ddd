import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Mail domains as ASCII in lower case. */
export interface MailDomainLists {
  readonly isPersonal: (domain: string) => boolean;
  readonly isDisposable: (domain: string) => boolean;
}

/** Personal providers in no list. */
const MISSED_PROVIDERS = [
  'disroot.org',
  'gmx.ch',
  'kakao.com',
  'mailfence.com',
  'posteo.de',
  'posteo.net',
  'riseup.net',
  'startmail.com',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
  'zohomail.com',
  'zohomail.eu',
];
/** Listed, but not a provider: a name for documentation (RFC 2606). */
const NOT_A_PROVIDER = 'example.com';

const require = createRequire(import.meta.url);
const names = z.array(z.string());
const NOT_ASCII = /[^ -~]/;

/**
 * Reads the lists of the packages named in docs/decisions/mail.md#addresses. Takes 0.2 s, and about 20 MB for
 * the life of the process: call it when an event first needs them.
 *
 * @throws when a package or its file is missing
 */
export async function readMailDomainLists(): Promise<MailDomainLists> {
  const [isPersonal, disposable, disposableParents] = await Promise.all([
    readPersonalDomains(),
    readNames(require.resolve('disposable-email-domains/index.json')),
    readNames(require.resolve('disposable-email-domains/wildcard.json')),
  ]);
  // mailchecker keeps its own set in memory. Use it as it is: a union of both would hold 56,000 names twice.
  const { blacklist } = require('mailchecker') as { readonly blacklist: () => ReadonlySet<string> };
  const known = blacklist();
  const others = setOf([disposable, disposableParents], known);
  return {
    isPersonal,
    isDisposable: (domain) => known.has(domain) || others.has(domain),
  };
}

/**
 * The domains of personal mail providers alone: a tenth of the lists, 20 ms. Every code request needs them.
 * @throws when a package or its file is missing
 */
export async function readPersonalDomains(): Promise<MailDomainLists['isPersonal']> {
  const [providers, freeMail] = await Promise.all([
    readNames(require.resolve('email-providers/all.json')),
    readFile(require.resolve('freemail/data/free.txt'), 'utf8'),
  ]);
  const personal = setOf([providers, freeMail.split('\n'), MISSED_PROVIDERS]);
  personal.delete(NOT_A_PROVIDER);
  return (domain) => personal.has(domain);
}

const readNames = async (file: string): Promise<string[]> => names.parse(JSON.parse(await readFile(file, 'utf8')));

/** Names as the mail system writes them; some list entries are not ASCII. */
function setOf(lists: readonly (readonly string[])[], except?: ReadonlySet<string>): Set<string> {
  const set = new Set<string>();
  for (const list of lists) {
    for (const name of list) if (!except?.has(name)) set.add(NOT_ASCII.test(name) ? domainToASCII(name) : name);
  }
  set.delete('');
  return set;
}
