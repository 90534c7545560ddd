/**
 * What the sources of a prep pack found about a company's domain. Texts are as the source wrote them, each one line and cut (domain/untrusted-text.ts):
 * strangers wrote them, so they are shown as quotes and never obeyed.
 */

/** Where facts come from in every installation. None of them costs money. */
export const SOURCES = ['dns', 'site', 'rdap'] as const;
export type SourceName = (typeof SOURCES)[number];

/** Why a source has no facts. Words for people: `failure-words.ts`. */
export type SourceFailure =
  | 'timeout'
  /** The domain, or the host of the site, does not exist. */
  | 'not_found'
  /** The host answers, and has no page at its address. */
  | 'no_page'
  /** The host has an address that is not public: it was not asked. */
  | 'forbidden_address'
  | 'unreachable'
  | 'tls'
  /** 401, 403, 429, 451 and the like. */
  | 'refused'
  /** robots.txt asks that we stay away. */
  | 'robots'
  | 'server_error'
  | 'too_large'
  | 'wrong_type'
  | 'too_many_redirects'
  | 'unreadable'
  /** The registry of this top-level domain has no RDAP. */
  | 'not_offered'
  /** We asked this server too often just now, so it was not asked: try later. */
  | 'busy';

/** One source's answer about one domain. */
export type SourceAnswer<Facts> = {
  /** What was read, for people to look at: an address, such as `https://acme.com/`; of DNS `dns:acme.com`. */
  readonly sourceUrl: string;
  readonly askedAtMs: number;
  readonly tookMs: number;
  /** What it cost the operator, in the provider's own credits; missing: nothing. */
  readonly credits?: number;
} & (
  | { readonly outcome: 'found'; readonly facts: Facts }
  | { readonly outcome: 'failed'; readonly reason: SourceFailure }
);

/** What the DNS says. */
export interface DnsFacts {
  /** Who receives its mail, such as `Google Workspace`; null: nobody, or a host that we do not know. */
  readonly mailProvider: string | null;
  readonly mailHosts: readonly string[];
  /** Who serves its name servers or its site, as far as known. */
  readonly dnsProvider: string | null;
  readonly hostingProvider: string | null;
  readonly hasSpf: boolean;
  /** The policy of its DMARC record; null: none. */
  readonly dmarcPolicy: 'none' | 'quarantine' | 'reject' | null;
  /** Tools that its records show, such as `Atlassian` by a verification record; sorted by name. */
  readonly tools: readonly { readonly name: string; readonly record: string }[];
}

/** What its public home page says of itself. */
export interface SiteFacts {
  /** After redirects. */
  readonly finalUrl: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly siteName: string | null;
  /** BCP 47, of the page. */
  readonly language: string | null;
  /** Of JSON-LD: Organization and its kinds. */
  readonly organization: {
    readonly name: string | null;
    readonly legalName: string | null;
    readonly description: string | null;
    readonly foundingYear: number | null;
    /** As it says itself: a number or a range, such as `51-200`. */
    readonly employees: string | null;
    readonly country: string | null;
    readonly locality: string | null;
    readonly industry: string | null;
  } | null;
  /** Its own pages elsewhere (https only), such as LinkedIn's; sorted. */
  readonly profiles: readonly string[];
}

/** What the registry says. */
export interface RegistrationFacts {
  readonly registeredOn: string | null;
  readonly registrar: string | null;
}

/** What a provider that an operator has added says of a company. All fields are texts of a stranger. */
export type CompanyProfile = Partial<NonNullable<SiteFacts['organization']>>;

/** All that is known of a domain, at one time. */
export interface DomainFacts {
  /** The registrable domain, in lower case and A-labels. */
  readonly domain: string;
  readonly dns: SourceAnswer<DnsFacts>;
  readonly site: SourceAnswer<SiteFacts>;
  readonly rdap: SourceAnswer<RegistrationFacts>;
  /** Of providers that an operator has added, by name; missing: there are none. */
  readonly added?: Readonly<Record<string, SourceAnswer<CompanyProfile>>>;
}

/**
 * The same facts, as asked for at another time: who gets facts that others looked up learns neither when they did nor how long it took them.
 * @param ownSinceMs answers asked for since then are of this look-up, and keep the time they took; missing: none
 */
export function askedAt(facts: DomainFacts, askedAtMs: number, ownSinceMs = Number.POSITIVE_INFINITY): DomainFacts {
  const { domain, dns, site, rdap, added } = facts;
  const at = <Answer extends SourceAnswer<object>>(answer: Answer): Answer => ({
    ...answer,
    askedAtMs,
    tookMs: answer.askedAtMs >= ownSinceMs ? answer.tookMs : 0,
  });
  const others = added && Object.fromEntries(Object.entries(added).map(([name, answer]) => [name, at(answer)]));
  return { domain, dns: at(dns), site: at(site), rdap: at(rdap), ...(others && { added: others }) };
}

/** All answers of a look-up with the names of their sources, those that say most first. */
export const answersOf = ({
  site,
  dns,
  rdap,
  added = {},
}: DomainFacts): (readonly [string, SourceAnswer<object>])[] => [
  ...Object.entries({ site, dns, rdap }),
  ...Object.entries(added),
];
