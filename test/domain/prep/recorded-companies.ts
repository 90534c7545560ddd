import { readFileSync } from 'node:fs';
import type { DomainFacts } from '../../../domain/prep/source.ts';

/** Ten companies of different kinds. */
const DOMAINS = {
  saas: 'acme-robotics.com',
  bakery: 'corner-bakery-hill.co.uk',
  'law-firm': 'thorne-and-vale-law.com',
  mittelstand: 'feinwerk-oberland.de',
  university: 'northmoor-university.co.uk',
  parked: 'bluefin-parked-name.com',
  'mail-only': 'larkspur-consulting.io',
  refused: 'granite-insurance-group.com',
  robots: 'quiet-harbour-labs.com',
  'start-up': 'pebble-orbit.io',
} as const;

const ASKED = { askedAtMs: Date.UTC(2026, 10, 24, 9), tookMs: 180 };

/** What the product's look-up found on the stand-in internet (`look-up-domain.test.ts` keeps it), with one time for all. */
function recorded(domain: string): DomainFacts {
  const file = new URL(`../../fixtures/prep/facts/${domain}.json`, import.meta.url);
  const { dns, site, rdap }: DomainFacts = JSON.parse(readFileSync(file, 'utf8'));
  return { domain, dns: { ...dns, ...ASKED }, site: { ...site, ...ASKED }, rdap: { ...rdap, ...ASKED } };
}

export const COMPANIES: Readonly<Record<string, DomainFacts>> = Object.fromEntries(
  Object.entries(DOMAINS).map(([name, domain]) => [name, recorded(domain)]),
);
