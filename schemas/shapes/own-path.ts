/** A base for parsing: an origin that cannot exist. A path resolves against APP_URL in the same way. */
const NOWHERE = 'http://nowhere.invalid';

/** `//` and `/\` lead to another site; browsers drop tabs and line ends, so `/\t/host` does too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it names what is refused; JSON Schema has no \p{Cc} that all readers know
export const OWN_PATH = /^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f]*$/;

/**
 * Returns the target of a browser that follows the text from a page of the app, as path, query and fragment in ASCII. null: it leads to another origin,
 * or would once its dots are resolved (`/.//host`), or it is no path.
 */
export function ownPath(text: string): string | null {
  if (!OWN_PATH.test(text) || !text.isWellFormed() || !URL.canParse(text, NOWHERE)) return null;
  const { origin, pathname, search, hash } = new URL(text, NOWHERE);
  if (origin !== NOWHERE || pathname.startsWith('//')) return null;
  return `${pathname}${search}${hash}`;
}
