import type { z } from 'zod';
import { NOT_COMPLETE } from '../../../domain/prep/no-look-up.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { LookUpForecast } from '../../../store/prep/refresh-pack.ts';
import { prepWords } from '../../../texts/en/pages/prep.ts';
import type { Language } from '../../../texts/languages.ts';
import { translated } from '../../../texts/translated.ts';
import type { PageProps } from '../../../web/server.tsx';
import { queryText } from '../shell/request-address.ts';

export type LookUp = z.output<typeof prep.getEnrichment.output>;
type Pack = z.output<typeof prep.getPrepPack.output>;
type Props = PageProps<'prep'>;

interface News {
  readonly enrichment: LookUp | null;
  /** What the pack lacks, in its own words. */
  readonly missing: Pack['missing'];
  readonly place: MeetingPlace;
  /** when the look-up is tried again by itself, in words; null: it is not */
  readonly triedAgain: string | null;
  readonly language: Language;
}

/** Why a pack knows less of the company than it could, in the words of the pack, and what to do about it here; null: nothing is missing. */
export function lookUpNews({ enrichment, missing, place, triedAgain, language }: News): Props['news'] {
  // A pack says itself what it lacks. One without a look-up lacks what that would have found.
  const isWithout = enrichment?.status === 'failed' || enrichment?.status.startsWith('skipped_') === true;
  const points = missing?.points ?? (isWithout ? enrichment?.brief?.missing : undefined) ?? [];
  if (points.length === 0) return null;
  const words = translated(prepWords, language).news;
  const news = { title: missing?.title ?? NOT_COMPLETE, points, text: null, link: null } as const;
  switch (enrichment?.status) {
    case 'skipped_personal_email':
    case 'skipped_non_public_domain':
    case 'skipped_off':
      return { ...news, tone: 'info', text: words.ownWords };
    case 'skipped_no_credits':
      return { ...news, tone: 'warning', ...buying(place, words) };
    case 'failed':
    case 'degraded': {
      const cost = enrichment.status === 'failed' && enrichment.creditsCharged === 0 ? [words.free] : [];
      const text = [...cost, ...(triedAgain ? [words.again(triedAgain)] : [])].join(' ');
      return { ...news, tone: 'warning', text: text || null };
    }
    default:
      return { ...news, tone: 'warning' };
  }
}

function buying(
  { role, workspaceSlug }: MeetingPlace,
  { ask, press, plan }: (typeof prepWords)['news'],
): Pick<NonNullable<Props['news']>, 'text' | 'link'> {
  if (role !== 'owner' && role !== 'admin') return { text: `${ask} ${press}`, link: null };
  const href = `/settings/billing${queryText({ workspace: workspaceSlug })}`;
  return { text: press, link: { href, label: plan } };
}

interface Refreshed {
  readonly enrichment: LookUp | null;
  readonly forecast: LookUpForecast;
  readonly isMade: boolean;
  readonly language: Language;
}

/** The button, and what pressing it costs. */
export const refreshOf = ({ language, isMade, ...refreshed }: Refreshed): NonNullable<Props['refresh']> => ({
  label: isMade ? translated(prepWords, language).makeAnew : translated(prepWords, language).make,
  cost: translated(prepWords, language).costs[costOf(refreshed)],
});

function costOf({
  enrichment,
  forecast,
}: Pick<Refreshed, 'enrichment' | 'forecast'>): keyof (typeof prepWords)['costs'] {
  if (typeof forecast === 'object') return 'off';
  switch (forecast) {
    case 'look up':
      return enrichment ? 'again' : 'first';
    case 'look up for nothing':
      return 'againFree';
    case 'no company':
      return 'noCompany';
    case 'no credits':
      return 'noCredits';
    case 'paid for':
      return 'paidFor';
    default:
      return enrichment?.status === 'failed' ? 'failedLately' : 'ofToday';
  }
}
