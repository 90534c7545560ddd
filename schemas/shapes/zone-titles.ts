const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '');

/** Both halves of a year: the names of summer and of winter. */
const [WINTER, SUMMER] = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];

function titlesOf(zone: string): string[] {
  const named = (style: 'long' | 'longGeneric', at: Date): string =>
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: style })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return [named('longGeneric', WINTER), named('long', WINTER), named('long', SUMMER)].map(plain);
}

/** English titles of zones ("Eastern Time"), in letters alone, and the zones that have each. Made when it is first asked for. */
export class ZoneTitles {
  readonly #zones: readonly string[];
  #byTitle: ReadonlyMap<string, readonly string[]> | undefined;

  /** @param zones those that people mean, the likelier first */
  constructor(zones: readonly string[]) {
    this.#zones = zones;
  }

  /** Zones with this title, with or without its last word: "Eastern". */
  zonesCalled(title: string): readonly string[] {
    this.#byTitle ??= this.#read();
    const given = plain(title);
    return this.#byTitle.get(given) ?? this.#byTitle.get(`${given}time`) ?? [];
  }

  #read(): ReadonlyMap<string, readonly string[]> {
    const byTitle = new Map<string, string[]>();
    for (const zone of this.#zones)
      for (const title of new Set(titlesOf(zone))) byTitle.set(title, [...(byTitle.get(title) ?? []), zone]);
    return byTitle;
  }
}
