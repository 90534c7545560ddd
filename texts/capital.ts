/** Returns a text with a capital first letter: "somebody" begins a sentence as "Somebody". */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
