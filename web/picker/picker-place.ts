/** A picker's page, and what every link from it needs. */
export interface PickerPlace {
  /** path that shows the months, and takes a chosen time as `startAt` */
  readonly path: string;
  /** hidden parameters */
  readonly keep: Readonly<Record<string, string>>;
  /** path of the public slots operation of this event */
  readonly slotsPath: string;
  /** of the booking to move; null: a new one */
  readonly token: string | null;
  readonly hostName: string;
  readonly organizationName: string;
}

interface Whither {
  readonly timezone: string;
  /** neither: the first open day */
  readonly month?: string;
  readonly date?: string;
  /** the reader's choice of clock, which is remembered */
  readonly clock?: '12' | '24';
}

/** The same place in a view: links and forms of a week lead to a week. */
export function placeOfView(place: PickerPlace, view: 'month' | 'week'): PickerPlace {
  const { view: _other, ...keep } = place.keep;
  return { ...place, keep: view === 'week' ? { ...keep, view } : keep };
}

/** The address of a month or a day: a plain link works without a script and can be shared. */
export const pickerHref = ({ path, keep }: PickerPlace, whither: Whither): string =>
  `${path}?${new URLSearchParams({ ...keep, ...whither })}`;
