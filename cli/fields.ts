import { didYouMean, namesNear } from '../domain/names-near.ts';
import { usageError } from './exit.ts';

/** The paths of `--fields`: `id,host.name`. @throws CliError if one is empty */
export function pathsOf(text: string): readonly (readonly string[])[] {
  const paths = text.split(',').map((path) => path.trim().split('.'));
  if (paths.some((path) => path.includes('')))
    throw usageError('--fields must be names with commas between them, such as id,host.name');
  return paths;
}

/** What a path leads to, in the shape of the answer; a list is walked entry by entry. undefined: nothing has this name. */
function pick(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) {
    const picked = value.map((entry) => pick(entry, [name, ...rest]));
    if (value.length > 0 && picked.every((entry) => entry === undefined)) return undefined;
    return picked.map((entry) => entry ?? {});
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
  const inner = pick((value as Record<string, unknown>)[name], rest);
  return inner === undefined ? undefined : { [name]: inner };
}

/** Two picks of one answer as one. */
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((entry, index) => merge(entry, other[index]));
  if (!isObject(one) || !isObject(other)) return other ?? one;
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) merged[name] = name in one ? merge(one[name], value) : value;
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The names of the objects that a path leads to. */
function namesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((entry) => namesAt(entry, name === undefined ? [] : [name, ...rest])))];
  if (!isObject(value)) return [];
  return name === undefined ? Object.keys(value) : namesAt(value[name], rest);
}

/** An answer with one list is read entry by entry: `id` is that of each meeting in `meetings`. */
function inItsList(value: unknown, path: readonly string[]): readonly string[] {
  const lists = isObject(value)
    ? Object.entries(value).filter(([name, inner]) => name !== 'untrusted' && isListOfObjects(inner))
    : [];
  const [name] = lists[0] ?? [];
  return lists.length === 1 && name !== undefined ? [name, ...path] : path;
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/**
 * An answer with some fields only.
 * @throws CliError that names the field that the answer lacks, and the nearest one
 */
export function onlyFields(value: unknown, paths: readonly (readonly string[])[]): Record<string, unknown> {
  let kept: unknown = {};
  for (const path of paths) {
    const picked = pick(value, path) ?? pick(value, inItsList(value, path));
    if (picked === undefined) throw noField(value, path);
    kept = merge(kept, picked);
  }
  return kept as Record<string, unknown>;
}

function noField(value: unknown, asked: readonly string[]) {
  // Names of a list's entries help more than that of the list.
  const path = namesAt(value, []).includes(asked[0] ?? '') ? asked : inItsList(value, asked);
  const known = path.findIndex((_name, index) => !namesAt(value, path.slice(0, index)).includes(path[index] ?? ''));
  const names = namesAt(value, path.slice(0, known));
  const there = names.length === 0 ? 'It has no fields there' : `Its fields there: ${names.join(', ')}`;
  const meant = didYouMean(namesNear(path[known] ?? '', names));
  return usageError(`The command is done, but its answer has no field ${asked.join('.')}.${meant} ${there}.`);
}
