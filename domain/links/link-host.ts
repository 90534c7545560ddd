const MAX_CHARACTERS = 80;

/** The host of a link that somebody typed; what is no URL is shown itself, cut. */
export const linkHost = (text: string): string =>
  (URL.canParse(text) && new URL(text).host) || text.slice(0, MAX_CHARACTERS);
