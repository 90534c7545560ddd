import { unwrapped } from './field-below.ts';
import type { Shape } from './schema-parts.ts';

/** What is said of a name that only the entries of one list have: `start` and `end` of an override belong in `windows`. */
export function fieldOfEntries(shape: Shape): (given: string) => string | undefined {
  const lists = Object.entries(shape).flatMap(([list, field]) => {
    const { element } = unwrapped(field);
    const entry = element && unwrapped(element).shape;
    return entry ? [{ list, names: Object.keys(entry) }] : [];
  });
  return (given) => {
    const plain = given.replace(/(?<=.)_?(?:time|at)$/i, '');
    const [found, ...others] = lists.filter(({ names }) => names.includes(given) || names.includes(plain));
    if (!found || others.length > 0) return undefined;
    return `is unknown here, it belongs in ${found.list}: [{${found.names.map((name) => `"${name}":…`).join(',')}}]`;
  };
}
