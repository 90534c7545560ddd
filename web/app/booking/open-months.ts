import type { OpenMonth } from '../../picker/open-month.ts';
import type { PickerPlace } from '../../picker/picker-place.ts';
import { readMonth } from '../../picker/read-month.ts';
import { type CallProblem, callSlots } from './slots-call.ts';

/** Times get booked: older months are loaded again. */
const KEPT_MS = 60_000;

export interface MonthRequest {
  readonly timezone: string;
  /** YYYY-MM; undefined: the first with open times */
  readonly month: string | undefined;
}

export type LoadedMonth =
  | { readonly ok: true; readonly open: OpenMonth }
  | { readonly ok: false; readonly problem: CallProblem };

interface Kept {
  readonly atMs: number;
  readonly loaded: Promise<LoadedMonth>;
  readonly open: OpenMonth | null;
}

/** The months that this page has loaded or is loading. */
export class OpenMonths {
  readonly #place: PickerPlace;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  /** @param drawn the month that the page came with @param now the server's clock, milliseconds */
  constructor(place: PickerPlace, drawn: OpenMonth, now: () => number) {
    this.#place = place;
    this.#now = now;
    this.#keep(drawn);
  }

  /** The month if it is loaded. */
  at(request: MonthRequest): OpenMonth | null {
    return this.#fresh(request)?.open ?? null;
  }

  /** Fetches it unless it is here or on its way. */
  load(request: MonthRequest): Promise<LoadedMonth> {
    const fresh = this.#fresh(request);
    if (fresh) return fresh.loaded;
    const key = keyOf(request);
    const loading = this.#read(request);
    this.#kept.set(key, { atMs: this.#now(), loaded: loading, open: null });
    void loading.then((loaded) => {
      this.#kept.delete(key);
      if (loaded.ok) this.#keep(loaded.open);
    });
    return loading;
  }

  #keep(open: OpenMonth): void {
    this.#kept.set(keyOf(open), { atMs: this.#now(), loaded: Promise.resolve({ ok: true, open }), open });
  }

  #fresh(request: MonthRequest): Kept | undefined {
    const kept = this.#kept.get(keyOf(request));
    return kept && this.#now() - kept.atMs < KEPT_MS ? kept : undefined;
  }

  async #read(request: MonthRequest): Promise<LoadedMonth> {
    try {
      const read = await readMonth((query) => callSlots(this.#place, query), { ...request, now: this.#now() });
      return read.ok ? { ok: true, open: read.output.open } : read;
    } catch {
      // Not the API's answer: a hotel's sign-in page, for example.
      return { ok: false, problem: 'other' };
    }
  }
}

const keyOf = ({ timezone, month }: MonthRequest): string => `${timezone} ${month ?? 'first'}`;
