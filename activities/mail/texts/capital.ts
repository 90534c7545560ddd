/** For the first word of a sentence: "somebody" or a name. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
