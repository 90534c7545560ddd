export const MOST_GUESTS = 10;

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];

/** The address in "Sam Miller <sam@example.com", the form in which mail programs copy people; null for other texts. */
function namedAddress(text: string): string | null {
  const start = text.indexOf('<');
  if (start < 0) return null;
  const inside = text.slice(start + 1).trim();
  const at = inside.indexOf('@', 1);
  return at < 0 || at === inside.length - 1 || /[\s<]/.test(inside) ? null : inside;
}

const addressesIn = (entry: string): string[] => {
  const named = entry.split('>');
  const rest = named.pop() ?? '';
  return [...named.flatMap((text) => namedAddress(text) ?? wordsOf(`${text}>`)), ...wordsOf(rest)];
};

/**
 * The addresses in what was typed or pasted: one per line, or as mail programs write them. Each once.
 * Linear time: the text is a stranger's and may be a page long. One pattern for all of it would not be linear.
 */
export const guestAddresses = (text: string): string[] => [...new Set(text.split(/[,;\n]/).flatMap(addressesIn))];
