import { z } from 'zod';
import type { RegistrationFacts } from '../../domain/prep/source.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Pace } from './pace.ts';
import type { EnrichmentProvider } from './provider.ts';
import { failureOfOutbound, failureOfStatus, SourceFailed } from './source-answer.ts';

/** IANA's list of registries (RFC 9224). */
const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json';
const TYPES = ['application/rdap+json', 'application/json'];
const KEPT_MS = 24 * 3_600_000;
/** A list that could not be read is asked for again after this. */
const RETRY_MS = 60_000;
const LONGEST_REGISTRAR = 120;

const bootstrapShape = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())], z.unknown())),
});

/** The parts of RFC 9083 that we read. A vCard (RFC 7095) is a list of [name, parameters, type, value]. */
const domainShape = z.object({
  events: z.array(z.object({ eventAction: z.string().optional(), eventDate: z.string().optional() })).optional(),
  entities: z
    .array(z.object({ roles: z.array(z.string()).optional(), vcardArray: z.array(z.unknown()).optional() }))
    .optional(),
});
const vcardShape = z.array(z.array(z.unknown()));

type Registries = ReadonlyMap<string, string>;

/** @throws SourceFailed */
async function readJson<T>(outbound: Outbound, url: string, wholeMs: number, shape: z.ZodType<T>): Promise<T> {
  const answer = await outbound({ url, types: TYPES, headers: { accept: TYPES.join(', ') }, limits: { wholeMs } });
  if (answer.outcome === 'failed') throw new SourceFailed(failureOfOutbound(answer.reason), url);
  if (answer.status !== 200) throw new SourceFailed(failureOfStatus(answer.status), url);
  try {
    return shape.parse(JSON.parse(answer.body.toString()));
  } catch {
    throw new SourceFailed('unreadable', url);
  }
}

/** Keeps IANA's list for a day. Many callers at once are one request. */
function createRegistries(outbound: Outbound, wholeMs: number, now: () => number): () => Promise<Registries> {
  let known: Promise<Registries> | undefined;
  let untilMs = 0;
  const load = async (): Promise<Registries> => {
    const { services } = await readJson(outbound, BOOTSTRAP_URL, wholeMs, bootstrapShape);
    return new Map(
      services.flatMap(([tlds, urls]) => {
        const url = urls.find((one) => one.startsWith('https://'));
        return url === undefined ? [] : tlds.map((tld) => [tld.toLowerCase(), url] as const);
      }),
    );
  };
  return () => {
    if (known && now() < untilMs) return known;
    untilMs = now() + KEPT_MS;
    known = load().catch((error: unknown) => {
      untilMs = now() + RETRY_MS;
      throw error;
    });
    return known;
  };
}

/** The longest ending that has a registry. */
function registryOf(domain: string, registries: Registries): string | undefined {
  const labels = domain.split('.');
  return labels.map((_, index) => registries.get(labels.slice(index + 1).join('.'))).find((url) => url !== undefined);
}

function readRegistration({ events = [], entities = [] }: z.infer<typeof domainShape>): RegistrationFacts {
  const date = events.find(({ eventAction }) => eventAction === 'registration')?.eventDate;
  const card = vcardShape.safeParse(entities.find(({ roles }) => roles?.includes('registrar'))?.vcardArray?.[1]).data;
  const name = card?.find(([property]) => property === 'fn')?.[3];
  return {
    registeredOn: /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(date ?? '')?.[1] ?? null,
    registrar: typeof name === 'string' ? singleLine(name, LONGEST_REGISTRAR) || null : null,
  };
}

export interface RdapOptions {
  readonly outbound: Outbound;
  readonly pace: Pace;
  /** Of the pace: the longest wait for a free time. */
  readonly maxWaitMs: number;
  /** For each of the two requests: the list of registries, and the registry. */
  readonly requestMs: number;
  readonly now: () => number;
}

/** Asks the registry of a domain for the day of its registration and its registrar. It keeps IANA's list of registries. */
export function rdapProvider({
  outbound,
  pace,
  maxWaitMs,
  requestMs,
  now,
}: RdapOptions): EnrichmentProvider<RegistrationFacts> {
  const registries = createRegistries(outbound, requestMs, now);
  return {
    ...{ name: 'rdap', credits: 0, wholeMs: requestMs + maxWaitMs + requestMs },
    sourceUrl: () => BOOTSTRAP_URL,
    lookUp: async (domain) => {
      const base = registryOf(domain, await registries());
      if (base === undefined) throw new SourceFailed('not_offered');
      const sourceUrl = `${base.replace(/\/$/, '')}/domain/${domain}`;
      if (!(await pace.wait(new URL(base).host))) throw new SourceFailed('busy', sourceUrl);
      return { sourceUrl, facts: readRegistration(await readJson(outbound, sourceUrl, requestMs, domainShape)) };
    },
  };
}
