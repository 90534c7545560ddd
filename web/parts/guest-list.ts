/** "Sam Miller <sam@example.com>", as mail programs copy people. */
const NAMED = /[^,;\n<>]*<\s*([^\s<>]+@[^\s<>]+)\s*>/g;

export const MOST_GUESTS = 10;

/** The addresses in what was typed or pasted: one a line as asked, or as mail programs write them. Each once. */
export const guestAddresses = (text: string): string[] => [
  ...new Set(
    text
      .replaceAll(NAMED, ' $1 ')
      .split(/[\s,;]+/)
      .filter((address) => address !== ''),
  ),
];
