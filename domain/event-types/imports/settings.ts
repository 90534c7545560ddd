const [MOST_NAME, MOST_SLUG, MOST_DESCRIPTION] = [120, 60, 2_000];
const COLOUR = /^#[0-9a-f]{6}$/i;

interface Texts {
  readonly name: string;
  readonly slug?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly color?: string | null | undefined;
}

/** Texts within our bounds; what does not fit our rules has our default. */
export function tidy({ name, slug, description, color }: Texts) {
  const link = (slug ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_SLUG)
    .replaceAll(/^-+|-+$/g, '');
  const words = (description ?? '').trim().slice(0, MOST_DESCRIPTION);
  return {
    name: name.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_NAME).trim(),
    ...(link && { slug: link }),
    ...(words && { description: words }),
    ...(color && COLOUR.test(color) && { color }),
  };
}

interface Counts {
  readonly day?: number | null | undefined;
  readonly week?: number | null | undefined;
  readonly month?: number | null | undefined;
}

/** Limits of bookings by period; null: there is none. */
export function limitsOf(counts: Counts | null | undefined) {
  const { day, week, month } = counts ?? {};
  if (!day && !week && !month) return null;
  return { ...(day && { perDay: day }), ...(week && { perWeek: week }), ...(month && { perMonth: month }) };
}
