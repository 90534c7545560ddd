const two = (value: number): string => String(value).padStart(2, '0');

/** A date as a calendar of the browser needs it. react-day-picker uses local dates; ours are texts without a zone. No clock change skips noon. */
export const toLocal = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
};

/** The other way: YYYY-MM-DD */
export const fromLocal = (local: Date): string =>
  `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
