const LINK = /^(?:url|link|href|(?:calendar|booking|event)(?:url|link))$/;

/** What is said of a link where an event is named by its parts: the tool that reads links. undefined: it is none, or is taken here. */
export function linkElsewhere(shape: object, given: string): string | undefined {
  const isOfEvent = ['workspace', 'username', 'eventSlug'].every((part) => Object.hasOwn(shape, part));
  if (!isOfEvent || 'url' in shape || !LINK.test(given.toLowerCase().replace(/[^a-z]+/g, ''))) return undefined;
  return 'is unknown here: call get_availability with it as url, which answers the workspace, username and eventSlug to send here';
}
