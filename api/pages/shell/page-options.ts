import type { Brand, PageMeta } from '../../../web/parts/frame.ts';
import type { EntryName } from './web-build.ts';

/** What a page has besides its content. */
interface Options {
  /** the script of the page */
  readonly entry: EntryName | null;
  /** the workspace's name, colours and picture */
  readonly brand: Brand | null;
  /** for search engines */
  readonly meta: PageMeta | null;
  /** how the booking ended, for the website around a frame */
  readonly outcome: string | null;
}

/** The options of one page, and the one load that it waits for before it is sent. */
export class PageOptions {
  #current: Options = { entry: null, brand: null, meta: null, outcome: null };
  #load: () => Promise<void> = async () => {};
  #loading: Promise<void> | null = null;

  get current(): Options {
    return this.#current;
  }

  set(options: Partial<Options>): void {
    this.#current = { ...this.#current, ...options };
  }

  /** Sets the load. It starts with the first call of `loaded`, at the latest when the page is sent. */
  preload(load: () => Promise<void>): void {
    this.#load = load;
  }

  /** Starts the load once. @returns a promise of its end @throws what the load throws */
  loaded(): Promise<void> {
    if (this.#loading === null) {
      this.#loading = this.#load();
      // A redirect does not wait for it: its failure must not be an unhandled rejection.
      this.#loading.catch(() => {});
    }
    return this.#loading;
  }

  /** For a refused request: loads nothing more, and drops what belongs to the content. */
  clear(): void {
    this.#load = async () => {};
    this.set({ entry: null, meta: null, outcome: null });
  }
}
