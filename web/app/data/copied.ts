type Listener = (text: string) => void;

/** Outside of React: any button on any page may copy a link. */
const listeners = new Set<Listener>();

/** Calls the listener with each text that a person takes along: copied, or in a QR code. @returns ends it */
export function onCopied(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteCopied(text: string): void {
  for (const listener of listeners) listener(text);
}
