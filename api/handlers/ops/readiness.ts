import type { Sql } from 'postgres';
import { type PaymentsMode, TEST_KEY_WORDS } from '../../../domain/billing/payments-account.ts';
import { inWords, missingMigrations } from '../../../store/migrate.ts';
import { type RunningBuild, runningBuilds } from '../../../store/ops/worker-heartbeats.ts';
import type { BookingFlows } from '../../flows/booking-flows.ts';

/** A part that hangs counts as away. */
const CHECK_MS = 1_000;
/** Probes are not limited: many at once share the answers of one look. */
const SHARED_MS = 1_000;

export interface Readiness {
  readonly database: 'up' | 'down';
  readonly temporal: 'up' | 'down';
  readonly schema: 'current' | 'behind' | 'unknown';
  readonly searchAttributes: 'registered' | 'missing' | 'unknown';
  readonly worker: 'running' | 'absent' | 'unknown';
  /** Whether workers have the key of this process. */
  readonly secretKey: 'equal' | 'unequal' | 'unknown';
  /** What API and workers pay with; unequal: not with the same. */
  readonly payments: PaymentsMode | 'unequal';
  /** What is away or missing, each with what mends it. */
  readonly problems: readonly string[];
}

export interface ReadinessParts {
  readonly sql: Sql;
  readonly taskQueue: string;
  /** Where flows are at Temporal, for the words of a problem. */
  readonly namespace?: string;
  /** The names that Temporal lacks. */
  readonly missingSearchAttributes: () => Promise<readonly string[]>;
  /** Of this process's SECRET_KEY. */
  readonly secretMark: string;
  /** Of this process. */
  readonly payments: { readonly mode: PaymentsMode; readonly isProduction: boolean };
}

/** Looks at all that a booking needs. */
export class ReadinessChecks {
  readonly #parts: ReadinessParts;
  readonly #migrations: Remembered<readonly string[]>;
  readonly #attributes: Remembered<readonly string[]>;
  readonly #builds: Remembered<readonly RunningBuild[]>;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
    const isNone = (names: readonly string[]) => names.length === 0;
    // Migrations do not go away while the process runs: once complete, they are not read again. Attributes do, with Temporal's data.
    this.#migrations = new Remembered<readonly string[]>(() => missingMigrations(parts.sql), isNone);
    this.#attributes = new Remembered(parts.missingSearchAttributes);
    this.#builds = new Remembered<readonly RunningBuild[]>(() => runningBuilds(parts.sql, parts.taskQueue));
  }

  /** Takes a little more than a second at most. */
  async look(flows: Pick<BookingFlows, 'isUp'>): Promise<Readiness> {
    const [database, temporal, migrations, seen, builds] = await Promise.all([
      inTime(this.#parts.sql`select 1`),
      inTime(flows.isUp()),
      inTime(this.#migrations.read()),
      inTime(this.#attributes.read().catch(noNamespace)),
      inTime(this.#builds.read()),
    ]);
    const attributes = attributesFound(seen, this.#parts.namespace);
    const workers = countOf(builds);
    const payments = paymentsFound(this.#parts.payments, builds);
    const secretKey = secretKeyFound(this.#parts.secretMark, builds);
    if (temporal !== true) this.#attributes.forget();
    return {
      database: database === undefined ? 'down' : 'up',
      temporal: temporal === true ? 'up' : 'down',
      schema: migrations === undefined ? 'unknown' : migrations.length === 0 ? 'current' : 'behind',
      searchAttributes: attributes.found,
      payments: payments.found,
      secretKey,
      worker: workers === undefined ? 'unknown' : workers > 0 ? 'running' : 'absent',
      problems: [
        ...(database === undefined ? ['PostgreSQL does not answer. Start it, or correct DATABASE_URL'] : []),
        ...(temporal === true ? [] : ['Temporal does not answer. Start it, or correct TEMPORAL_ADDRESS']),
        ...named('The database lacks', migrations?.length ? [inWords(migrations)] : [], 'Run: npm run migrate'),
        ...attributes.problems,
        ...(workers === 0 ? [`No worker runs on the queue ${this.#parts.taskQueue}. Run: npm run worker`] : []),
        ...(secretKey === 'unequal' ? [OTHER_SECRET] : []),
        ...payments.problems,
      ],
    };
  }
}

const NO_NAMESPACE = 'no namespace';
const GRPC_NOT_FOUND = 5;

/** Temporal answers, and does not know the namespace: no flow starts. */
const noNamespace = (error: unknown): typeof NO_NAMESPACE => {
  if (error instanceof Error && 'code' in error && error.code === GRPC_NOT_FOUND) return NO_NAMESPACE;
  throw error;
};

function attributesFound(seen: readonly string[] | typeof NO_NAMESPACE | undefined, namespace = '') {
  if (seen === undefined) return { found: 'unknown' as const, problems: [] };
  if (seen === NO_NAMESPACE)
    return {
      found: 'missing' as const,
      problems: [`Temporal has no namespace ${namespace}. Create it, or correct TEMPORAL_NAMESPACE`],
    };
  const problems = named('Temporal lacks the search attributes', seen, 'Run: npm run search-attributes');
  return { found: seen.length === 0 ? ('registered' as const) : ('missing' as const), problems };
}

const countOf = (builds: readonly RunningBuild[] | undefined): number | undefined =>
  builds?.reduce((sum, { workers }) => sum + workers, 0);

/** A code that is mailed with one key is wrong by the other: nobody can book or sign in. */
const OTHER_SECRET =
  'A worker has another SECRET_KEY than the API, so the codes that it mails are wrong. Give both the same';

/** Those of older versions do not say it. */
function secretKeyFound(own: string, builds: readonly RunningBuild[] = []): Readiness['secretKey'] {
  const marks = builds.flatMap(({ secretMarks }) => secretMarks);
  if (marks.length === 0) return 'unknown';
  return marks.every((mark) => mark === own) ? 'equal' : 'unequal';
}

/** Stripe's key of the API, beside those of the workers. */
function paymentsFound({ mode, isProduction }: ReadinessParts['payments'], builds: readonly RunningBuild[] = []) {
  const other = builds.flatMap(({ payments }) => payments).find((found) => found !== mode);
  if (other !== undefined)
    return {
      found: 'unequal' as const,
      problems: [`Payments are ${mode} for the API and ${other} for a worker. Give both the same STRIPE_SECRET_KEY`],
    };
  return { found: mode, problems: isProduction && mode === 'test' ? [TEST_KEY_WORDS] : [] };
}

const named = (what: string, names: readonly string[] | undefined, advice: string): string[] =>
  names === undefined || names.length === 0 ? [] : [`${what} ${names.join(', ')}. ${advice}`];

/** The result, or undefined if the check fails or takes too long. */
async function inTime<T>(check: PromiseLike<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, undefined);
  });
  const answer = Promise.resolve(check).catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One read at a time, shared for a second by all callers; a final result is kept for good. */
class Remembered<T> {
  readonly #find: () => Promise<T>;
  readonly #isFinal: (found: T) => boolean;
  #reading: Promise<T> | undefined;

  constructor(find: () => Promise<T>, isFinal: (found: T) => boolean = () => false) {
    this.#find = find;
    this.#isFinal = isFinal;
  }

  read(): Promise<T> {
    this.#reading ??= this.#readOnce();
    return this.#reading;
  }

  forget(): void {
    this.#reading = undefined;
  }

  async #readOnce(): Promise<T> {
    try {
      const found = await this.#find();
      if (!this.#isFinal(found)) setTimeout(() => this.forget(), SHARED_MS).unref();
      return found;
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
