import { singleLine } from '../untrusted-text.ts';
import {
  AMAZON_SES,
  MAIL_HOSTS,
  NAME_SERVERS,
  ROUTE_53,
  type Sign,
  SPF_INCLUDES,
  VERIFICATION_RECORDS,
  WEB_ALIASES,
} from './dns-signs.ts';
import type { DnsFacts } from './source.ts';

/** What the DNS answered. Hosts are without a dot at the end. */
export interface DnsAnswers {
  readonly mail: readonly { readonly exchange: string; readonly priority: number }[];
  readonly texts: readonly string[];
  readonly nameServers: readonly string[];
  readonly wwwAliases: readonly string[];
  readonly dmarcTexts: readonly string[];
}

const LONGEST_HOST = 253;
const MOST_MAIL_HOSTS = 10;

const isBelow = (host: string, ending: string): boolean => host === ending || host.endsWith(`.${ending}`);

function nameOf(hosts: readonly string[], signs: readonly Sign[]): string | null {
  for (const host of hosts) {
    const found = signs.find(([ending]) => isBelow(host.toLowerCase(), ending));
    if (found) return found[1];
  }
  return null;
}

const ofAmazon = (hosts: readonly string[], { sign, name }: typeof ROUTE_53 | typeof AMAZON_SES): string | null =>
  hosts.some((host) => sign.test(host)) ? name : null;

const isSpf = (text: string): boolean => /^v=spf1(?:\s|$)/i.test(text);

function toolsOf(texts: readonly string[]): DnsFacts['tools'] {
  const bySpf = texts.filter(isSpf).flatMap((text) =>
    [...text.matchAll(/\binclude:([^\s]{1,253})/gi)].flatMap(([, host = '']) => {
      const name = nameOf([host], SPF_INCLUDES);
      return name ? [{ name, record: singleLine(`SPF include:${host}`, LONGEST_HOST) }] : [];
    }),
  );
  const byText = texts.flatMap((text) => {
    const found = VERIFICATION_RECORDS.find(([beginning]) => text.toLowerCase().startsWith(beginning));
    return found ? [{ name: found[1], record: `TXT ${found[0]}` }] : [];
  });
  const first = new Map([...bySpf, ...byText].reverse().map((tool) => [tool.name, tool]));
  return [...first.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function dmarcPolicyOf(texts: readonly string[]): DnsFacts['dmarcPolicy'] {
  const text = texts.find((one) => /^v=DMARC1\b/i.test(one));
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(text ?? '')?.[1]?.toLowerCase();
  return (policy as DnsFacts['dmarcPolicy']) ?? null;
}

/** Resolvers give the records of an answer in another order each time, and where several have a meaning the first one counts. */
const inOneOrder = ({ mail, texts, nameServers, wwwAliases, dmarcTexts }: DnsAnswers): DnsAnswers => ({
  mail: [...mail].sort((a, b) => a.priority - b.priority || (a.exchange < b.exchange ? -1 : 1)),
  texts: [...texts].sort(),
  nameServers: [...nameServers].sort(),
  wwwAliases: [...wwwAliases].sort(),
  dmarcTexts: [...dmarcTexts].sort(),
});

/**
 * The meaning of a domain's records, in whatever order they came. An MX of `.` (RFC 7505) says that the domain takes no mail: no host.
 */
export function readDns(answers: DnsAnswers): DnsFacts {
  const { mail, texts, nameServers, wwwAliases, dmarcTexts } = inOneOrder(answers);
  const mailHosts = mail
    .filter(({ exchange }) => exchange !== '' && exchange !== '.')
    .slice(0, MOST_MAIL_HOSTS)
    .map(({ exchange }) => singleLine(exchange.toLowerCase(), LONGEST_HOST));
  return {
    mailProvider: nameOf(mailHosts, MAIL_HOSTS) ?? ofAmazon(mailHosts, AMAZON_SES),
    mailHosts,
    dnsProvider: nameOf(nameServers, NAME_SERVERS) ?? ofAmazon(nameServers, ROUTE_53),
    hostingProvider: nameOf(wwwAliases, WEB_ALIASES),
    hasSpf: texts.some(isSpf),
    dmarcPolicy: dmarcPolicyOf(dmarcTexts),
    tools: toolsOf(texts),
  };
}
