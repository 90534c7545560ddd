import type { Answer, Asked } from './http.ts';

export const FAULT_KINDS: readonly string[] = [
  ...['401', '403', '410', '429', '5xx', 'slow', 'cut', 'cutBefore'],
  ...['lostPush', 'duplicatePush', 'earlyPush', 'pagingChanges'],
];

/** A fault on demand, as `POST /__faults` takes it. */
export interface Fault {
  /**
   * `cut`: the work is done, its answer is lost. `cutBefore`: nothing is done. `earlyPush`: the push comes before others can read the
   * change. `pagingChanges`: events change between two pages.
   */
  readonly kind: string;
  /** How often; then it is over. */
  readonly count: number;
  /** Only requests whose `METHOD /path` contains this text; of pushes, whose address does. */
  readonly match: string;
  /** 429 and 5xx: Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** 5xx: 503 if absent. */
  readonly status: number;
  /** slow, earlyPush: how long. */
  readonly delayMs: number;
  /** 403: its reason. */
  readonly reason: string | null;
}

/** The faults that wait to happen. */
export class Faults {
  readonly #kinds: readonly string[];
  #waiting: Fault[] = [];

  /** @param kinds those that the stand-in knows */
  constructor(kinds = FAULT_KINDS) {
    this.#kinds = kinds;
  }

  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** @throws Error an unknown kind */
  add(wanted: Partial<Fault> & { readonly kind: string }): void {
    if (!this.#kinds.includes(wanted.kind)) throw new Error(`kind is one of ${this.#kinds.join(', ')}`);
    this.#waiting.push({
      ...{ count: 1, match: '', retryAfterSeconds: null, status: 503, delayMs: 1_000, reason: null },
      ...wanted,
    });
  }

  clear(): void {
    this.#waiting = [];
  }

  /**
   * Uses up one fault of these kinds that fits; undefined: there is none.
   * @param onlyNamed a fault without `match` does not fit
   */
  take(kinds: readonly string[], text: string, onlyNamed = false): Fault | undefined {
    const index = this.#waiting.findIndex(
      ({ kind, match }) => kinds.includes(kind) && text.includes(match) && !(onlyNamed && match === ''),
    );
    const fault = this.#waiting[index];
    if (!fault) return undefined;
    if (fault.count > 1) this.#waiting[index] = { ...fault, count: fault.count - 1 };
    else this.#waiting.splice(index, 1);
    return fault;
  }
}

/** `POST`, `GET` and `DELETE /__faults`. */
export function answerFaults(faults: Faults, { method, body }: Asked): Answer {
  if (method === 'DELETE') faults.clear();
  if (method !== 'POST') return { status: 200, body: { faults: faults.waiting } };
  try {
    faults.add(JSON.parse(body.toString('utf8')));
  } catch (error) {
    return { status: 400, body: { error: String(error) } };
  }
  return { status: 201, body: { faults: faults.waiting } };
}
