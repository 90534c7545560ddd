import type { DomainFacts, SourceAnswer } from '../../domain/prep/source.ts';
import { createResolver, type DnsServers } from '../../outbound/names.ts';

/** IANA's list of registries: a name that exists, and that look-ups need anyway. */
const CONTROL_NAME = 'data.iana.org';
const KEPT_MS = 60_000;
const WHOLE_MS = 3_000;

/** Returns whether the DNS denies even a name that exists: then its "no" means nothing for any domain. Kept for a minute. */
export type IsDnsBlind = () => Promise<boolean>;

/** @param controlName in place of a name that is known to exist */
export function createControl(servers: DnsServers, now: () => number, controlName = CONTROL_NAME): IsDnsBlind {
  let known: Promise<boolean> | undefined;
  let untilMs = 0;
  const ask = async (): Promise<boolean> => {
    try {
      await createResolver(servers, AbortSignal.timeout(WHOLE_MS)).resolve4(controlName);
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
    }
  };
  return () => {
    if (known && now() < untilMs) return known;
    untilMs = now() + KEPT_MS;
    known = ask();
    return known;
  };
}

const saysNo = (answer: SourceAnswer<unknown>): boolean => answer.outcome === 'failed' && answer.reason === 'not_found';

const unheard = <Facts>(answer: SourceAnswer<Facts>): SourceAnswer<Facts> =>
  answer.outcome === 'failed' && answer.reason === 'not_found' ? { ...answer, reason: 'unreachable' } : answer;

/** The facts, with no "does not exist" that rests on a DNS which knows nothing: such a source failed, and is asked again. */
export async function withoutBlindNo(facts: DomainFacts, isDnsBlind: IsDnsBlind): Promise<DomainFacts> {
  const { dns, site, rdap } = facts;
  if (!(saysNo(dns) && (await isDnsBlind()))) return facts;
  return { ...facts, dns: unheard(dns), site: unheard(site), rdap: unheard(rdap) };
}
