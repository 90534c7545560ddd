import { invalid } from './failure.ts';

/** What a `fields` parameter keeps; null: all of it. */
interface Mask {
  readonly [field: string]: Mask | null;
}

/** Partial answers: `a,b(c,d),e/f`. @throws GoogleFailure 400 a text of another form */
export function onlyFields(body: object, fields: string | null): object {
  if (fields === null || fields === '*') return body;
  const reader = new Reader(fields);
  const mask = reader.list();
  if (!reader.isAtEnd) throw invalid('fields', `Invalid field selection ${fields}`);
  return kept(body, mask) as object;
}

const kept = (value: unknown, mask: Mask): unknown => {
  if (Array.isArray(value)) return value.map((one) => kept(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const below = mask[name];
      return below === undefined ? [] : [[name, below === null ? part : kept(part, below)]];
    }),
  );
};

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/\w+|[(),/]|[^\w(),/]/g) ?? [];
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  list(): Mask {
    const mask: Record<string, Mask | null> = {};
    do {
      const [name, below] = this.#item();
      mask[name] = below;
    } while (this.#take(','));
    return mask;
  }

  #item(): [string, Mask | null] {
    const name = this.#tokens[this.#at] ?? '';
    if (!/^\w+$/.test(name)) throw invalid('fields', 'Invalid field selection');
    this.#at += 1;
    if (this.#take('/')) {
      const [part, below] = this.#item();
      return [name, { [part]: below }];
    }
    if (!this.#take('(')) return [name, null];
    const mask = this.list();
    if (!this.#take(')')) throw invalid('fields', 'Invalid field selection');
    return [name, mask];
  }

  #take(sign: string): boolean {
    if (this.#tokens[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}
