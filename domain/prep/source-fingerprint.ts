import { requestHash } from '../secrets.ts';
import type { PackInput } from './pack-input.ts';
import type { SourceAnswer } from './source.ts';

/** Without when a source was asked, how long it took and what it cost: a second look that finds the same makes the same pack. */
const answer = ({ askedAtMs: _, tookMs: __, credits: ___, ...said }: SourceAnswer<object>): object => said;

/**
 * SHA-256 in hex over the canonical JSON (RFC 8785) of all that a pack is made from. It changes exactly when one of these
 * does; the DNS gives mail hosts in any order, so theirs does not count.
 */
export function sourceFingerprint(input: PackInput): string {
  const { facts } = input.lookUp;
  const { dns } = facts ?? {};
  const sorted =
    dns?.outcome === 'found' ? { ...dns, facts: { ...dns.facts, mailHosts: [...dns.facts.mailHosts].sort() } } : dns;
  const said = facts &&
    sorted && {
      ...{ domain: facts.domain, dns: answer(sorted), site: answer(facts.site), rdap: answer(facts.rdap) },
      ...(facts.added && { added: Object.entries(facts.added).map(([name, one]) => ({ name, ...answer(one) })) }),
    };
  return requestHash({ ...input, lookUp: { ...input.lookUp, facts: said } }).toString('hex');
}
