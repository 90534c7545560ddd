/** IANA names from the menu that the server drew, in its order: they are sent once. */
export function readDrawnZones(): readonly string[] {
  const menu = document.querySelector<HTMLSelectElement>('select#timezone');
  return [...(menu?.options ?? [])].map(({ value }) => value);
}
