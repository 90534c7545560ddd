import type { OpenMonth } from '../../picker/open-month.ts';
import type { PickerPlace } from '../../picker/picker-place.ts';
import { readMonth } from '../../picker/read-month.ts';
import { type CallProblem, callSlots } from './slots-call.ts';

/** Times go: what is older is asked for anew. */
const KEPT_MS = 60_000;

export interface WishedMonth {
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
  open: OpenMonth | null;
}

/** The months that this page has seen or is about to see. */
export class OpenMonths {
  readonly #place: PickerPlace;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  /** @param now the server's clock, milliseconds */
  constructor(place: PickerPlace, now: () => number) {
    this.#place = place;
    this.#now = now;
  }

  /** The month, if it is here already. */
  at(wish: WishedMonth): OpenMonth | null {
    return this.#fresh(wish)?.open ?? null;
  }

  /** Fetches it unless it is here or on its way. */
  load(wish: WishedMonth): Promise<LoadedMonth> {
    const fresh = this.#fresh(wish);
    if (fresh) return fresh.loaded;
    const key = keyOf(wish);
    const kept: Kept = { atMs: this.#now(), loaded: this.#read(wish), open: null };
    this.#kept.set(key, kept);
    void kept.loaded.then((loaded) => {
      if (loaded.ok) kept.open = loaded.open;
      else this.#kept.delete(key);
    });
    return kept.loaded;
  }

  #fresh(wish: WishedMonth): Kept | undefined {
    const kept = this.#kept.get(keyOf(wish));
    return kept && this.#now() - kept.atMs < KEPT_MS ? kept : undefined;
  }

  async #read(wish: WishedMonth): Promise<LoadedMonth> {
    const read = await readMonth((query) => callSlots(this.#place, query), { ...wish, now: this.#now() });
    return read.ok ? { ok: true, open: read.output.open } : read;
  }
}

const keyOf = ({ timezone, month }: WishedMonth): string => `${timezone} ${month ?? 'first'}`;
