/** A part of a page that holds what is not saved. */
export interface UnsavedPart {
  /** as its heading names it */
  readonly name: string;
  /** Saves it, and says whether that worked; null: it is a dialog, which saves by itself. */
  readonly save: (() => Promise<boolean>) | null;
  /** Puts back what is saved; null: closing the dialog does. */
  readonly discard: (() => void) | null;
}

/** Outside of React: a call that fails asks, too, whether something would be lost (session-end.ts). */
const parts = new Map<string, UnsavedPart>();
const listeners = new Set<() => void>();
let names: readonly UnsavedPart[] = [];

export const hasUnsaved = (): boolean => parts.size > 0;

/** The parts of a page, not its dialogs, in the order in which they were changed. The same list until one comes or goes. */
export const unsavedParts = (): readonly UnsavedPart[] => names;

export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param part null: all of it is saved, or gone */
export function setUnsaved(id: string, part: UnsavedPart | null): void {
  const before = parts.get(id);
  if (part === null ? before === undefined : before?.name === part.name) {
    // Its functions see what is typed by now.
    if (part !== null) parts.set(id, part);
    return;
  }
  if (part === null) parts.delete(id);
  else parts.set(id, part);
  names = [...parts.values()].filter(({ save }) => save !== null);
  for (const listener of listeners) listener();
}

/** Saves part after part. @returns false: at least one says why it is not saved */
export async function saveAll(): Promise<boolean> {
  let isSaved = true;
  for (const [id, { save }] of [...parts]) {
    if (save === null) continue;
    // The part as it is now: a save before may have drawn it anew.
    if (await (parts.get(id)?.save ?? save)()) setUnsaved(id, null);
    else isSaved = false;
  }
  return isSaved;
}

/** Puts back what is saved. */
export function discardAll(): void {
  for (const [id, { discard }] of [...parts]) {
    discard?.();
    if (discard !== null) setUnsaved(id, null);
  }
}
