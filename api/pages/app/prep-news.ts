import type { z } from 'zod';
import { NOT_COMPLETE } from '../../../domain/prep/no-look-up.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { LookUpForecast } from '../../../store/prep/refresh-pack.ts';
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
}

/** Why a pack knows less of the company than it could, in the words of the pack, and what to do about it here; null: nothing is missing. */
export function lookUpNews({ enrichment, missing, place, triedAgain }: News): Props['news'] {
  // A pack says itself what it lacks. One without a look-up lacks what that would have found.
  const isWithout = enrichment?.status === 'failed' || enrichment?.status.startsWith('skipped_') === true;
  const points = missing?.points ?? (isWithout ? enrichment?.brief?.missing : undefined) ?? [];
  if (points.length === 0) return null;
  const title = missing?.title ?? NOT_COMPLETE;
  switch (enrichment?.status) {
    case 'skipped_personal_email':
    case 'skipped_off':
      return { tone: 'info', title, points, text: 'This pack is made from the guest’s own words. It cost no credit.' };
    case 'skipped_no_credits':
      return { tone: 'warning', title, points, ...buying(place) };
    case 'failed':
    case 'degraded': {
      const cost = enrichment.status === 'failed' && enrichment.creditsCharged === 0 ? ['It cost no credit.'] : [];
      const text = [...cost, ...(triedAgain ? [`It is tried again by itself: ${triedAgain}.`] : [])].join(' ');
      return { tone: 'warning', title, points, ...(text !== '' && { text }) };
    }
    default:
      return { tone: 'warning', title, points };
  }
}

function buying({ role, workspaceSlug }: MeetingPlace): Pick<NonNullable<Props['news']>, 'text' | 'link'> {
  const after = 'Then press “Make anew” below.';
  if (role !== 'owner' && role !== 'admin')
    return { text: `Ask an owner or admin of the workspace for some. ${after}` };
  const link = {
    href: `/settings/billing${queryText({ workspace: workspaceSlug })}`,
    label: 'See your plan and credits',
  };
  return { text: after, link };
}

interface Refreshed {
  readonly enrichment: LookUp | null;
  readonly forecast: LookUpForecast;
  readonly isMade: boolean;
}

/** The button, and what pressing it costs. */
export const refreshOf = ({ enrichment, forecast, isMade }: Refreshed): NonNullable<Props['refresh']> => ({
  label: isMade ? 'Make anew' : 'Make the pack',
  cost: costOf(enrichment, forecast),
});

function costOf(enrichment: LookUp | null, forecast: LookUpForecast): string {
  if (typeof forecast === 'object') return 'Costs nothing: look-ups are off for this meeting.';
  switch (forecast) {
    case 'look up':
      return `The guest’s company is looked up${enrichment ? ' again' : ' for it'}: one credit, if something is found.`;
    case 'look up for nothing':
      return 'The guest’s company is looked up again, which costs nothing.';
    case 'no company':
      return 'Costs nothing: there is no company to look up.';
    case 'no credits':
      return 'Costs nothing: no credit is left, so nobody is asked.';
    case 'paid for':
      return 'Costs nothing: your workspace has fresh facts about the company.';
    default:
      return enrichment?.status === 'failed'
        ? 'Costs nothing: the last try was less than an hour ago, so nobody is asked again yet.'
        : 'Costs nothing: the facts about the company are of today.';
  }
}
