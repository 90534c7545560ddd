const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;

/**
 * An address as others may see it: `a…@example.com`. Keeps the first letter or digit and the domain, and says nothing of the length. A first
 * character of another kind is left out, since it can be a quote or invisible; without a domain the letter alone is left.
 */
export function maskedAddress(address: string): string {
  const first = LETTER_OR_DIGIT.exec(address)?.[0] ?? '';
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : address.slice(at + 1);
  return domain === '' ? `${first}…` : `${first}…@${domain}`;
}
