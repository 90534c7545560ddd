/** The zones of the menu that the server drew, IANA names in its order: they travel once. */
export function readDrawnZones(): readonly string[] {
  const menu = document.querySelector<HTMLSelectElement>('select#timezone');
  return [...(menu?.options ?? [])].map(({ value }) => value);
}
