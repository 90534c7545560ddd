import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Card } from './draw-card.ts';

/** About 30 KB each. */
const MOST_CARDS = 300;
const MOST_WAITING = 20;

/** A short name of a card's content: it changes with each word and colour. */
export const versionOf = ({ title, host, minutes, brand, colour }: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([title, host, minutes, brand, colour]))
    .digest('base64url')
    .slice(0, 10);

/** Keeps drawn cards and draws one at a time: whatever strangers ask for, drawing takes one core at most. */
export class CardShelf {
  readonly #draw: (card: Card) => Promise<Buffer>;
  readonly #drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_CARDS });
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(draw: (card: Card) => Promise<Buffer>) {
    this.#draw = draw;
  }

  /** @returns null if too many cards wait to be drawn @throws what drawing throws; the next call draws again */
  find(card: Card): Promise<Buffer> | null {
    const version = versionOf(card);
    const kept = this.#drawn.get(version);
    if (kept) return kept;
    if (this.#waiting >= MOST_WAITING) return null;
    this.#waiting += 1;
    const drawing = this.#last
      .then(() => this.#draw(card))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = drawing.catch(() => this.#drawn.delete(version));
    this.#drawn.set(version, drawing);
    return drawing;
  }
}
