import { LRUCache } from 'lru-cache';
import type { Frame } from '../../../web/parts/frame.ts';
import { type PageName, type PageProps, renderPage } from '../../../web/server.tsx';
import { Wire } from '../../core/answer.ts';

const KEPT_BYTES = 16 * 1024 * 1024;
/** Pages that many guests open in the same state. All others are of one guest. */
const SHARED: ReadonlySet<PageName> = new Set<PageName>(['event', 'host', 'embed']);

/**
 * Renders pages, and keeps those that many guests open. A page is a function of its props and frame, so equal ones give equal
 * documents: nothing needs to be invalidated.
 */
export class PageRenderer {
  readonly #kept = new LRUCache<string, Wire>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (html, key) => html.byteLength + key.length,
  });

  /** @returns the page as an HTML document */
  render<Name extends PageName>(name: Name, props: PageProps<Name>, frame: Frame): Wire {
    if (!SHARED.has(name)) return new Wire(renderPage(name, props, frame));
    const key = JSON.stringify([name, props, frame]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const html = new Wire(renderPage(name, props, frame));
    this.#kept.set(key, html);
    return html;
  }
}
