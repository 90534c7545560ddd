import { promises as dns, type MxRecord } from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { domainOfAddress, withParents } from '../../../domain/mail/address-domain.ts';
import {
  type MailDomainLists,
  readMailDomainLists,
  readPersonalDomains,
} from '../../../domain/mail/mail-domain-lists.ts';
import type { MailDomains } from '../../../domain/mail/mail-domains.ts';
import { classifyEmail } from '../../../domain/prep/classify-email.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';

/** Asks the DNS for a domain's mail servers; rejects as `node:dns` does. */
export type ResolveMx = (domain: string) => Promise<MxRecord[]>;

const MX_DEADLINE_MS = 1_000;
const MX_KEPT = 5_000;
const MX_KEPT_MS = 10 * MINUTE_MS;

/**
 * Mail server look-ups over the network. One try each: a guest is waiting.
 * @param nameServers `address:port`; by default those of the system
 */
export function dnsResolveMx(nameServers?: readonly string[]): ResolveMx {
  const resolver = new dns.Resolver({ timeout: MX_DEADLINE_MS, tries: 1 });
  if (nameServers) resolver.setServers(nameServers);
  return (domain) => resolver.resolveMx(domain);
}

/**
 * The lists are read at the first check that needs them. DNS answers are cached for ten minutes, for the
 * 5,000 most recent domains. Failures are not cached.
 */
export function createMailDomains({ resolveMx }: { readonly resolveMx: ResolveMx }): MailDomains {
  let lists: Promise<MailDomainLists> | undefined;
  let personal: Promise<MailDomainLists['isPersonal']> | undefined;
  const reachable = new LRUCache<string, boolean>({
    max: MX_KEPT,
    ttl: MX_KEPT_MS,
    fetchMethod: (domain) => takesMail(resolveMx, domain),
  });
  return {
    check: async (email, { requireBusinessEmail, blockRestrictedEmailDomains }) => {
      if (!requireBusinessEmail && !blockRestrictedEmailDomains) return null;
      const domain = domainOfAddress(email);
      if (domain === '') return null;
      lists ??= readMailDomainLists();
      const { isPersonal, isDisposable } = await lists;
      const within = withParents(domain);
      if (blockRestrictedEmailDomains && within.some(isDisposable)) return 'email_domain_blocked';
      if (requireBusinessEmail && within.some(isPersonal)) return 'business_email_required';
      if (!blockRestrictedEmailDomains) return null;
      return (await reachable.fetch(domain)) === false ? 'email_domain_blocked' : null;
    },
    classify: async (email) => {
      lists ??= readMailDomainLists();
      return classifyEmail(email, await lists);
    },
    companyOf: async (email) => {
      const domain = domainOfAddress(email);
      personal ??= readPersonalDomains();
      const isPersonal = await personal;
      const within = withParents(domain);
      return domain === '' || within.some(isPersonal) ? null : (within.at(-1) ?? null);
    },
  };
}

/** undefined: no definite answer within the deadline. */
async function takesMail(resolveMx: ResolveMx, domain: string): Promise<boolean | undefined> {
  const deadline = new AbortController();
  const late = wait(MX_DEADLINE_MS, undefined, { signal: deadline.signal, ref: false });
  late.catch(() => {});
  try {
    const servers = await Promise.race([resolveMx(domain), late]);
    return servers && !isNullMx(servers);
  } catch (error) {
    return definiteAnswers.get(error instanceof Error && 'code' in error ? error.code : undefined);
  } finally {
    deadline.abort();
  }
}

/** ENOTFOUND: NXDOMAIN. ENODATA: no MX records, so the domain's own host takes its mail (RFC 5321, 5.1). */
const definiteAnswers: ReadonlyMap<unknown, boolean> = new Map([
  ['ENOTFOUND', false],
  ['ENODATA', true],
]);

/** RFC 7505: one record whose server is the root says that the domain takes no mail. */
function isNullMx(servers: readonly MxRecord[]): boolean {
  return servers.length === 1 && (servers[0]?.exchange === '' || servers[0]?.exchange === '.');
}
