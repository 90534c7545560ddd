import type { z } from 'zod';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
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
}

/** Why a pack knows less of the company than it could, in the words of the pack, and what to do about it here; null: nothing is missing. */
export function lookUpNews({ enrichment, missing, place }: News): Props['news'] {
  const points = missing?.points ?? enrichment?.brief?.missing ?? [];
  if (points.length === 0) return null;
  const title = missing?.title ?? 'This pack is not complete';
  switch (enrichment?.status) {
    case 'skipped_personal_email':
    case 'skipped_off':
      return { tone: 'info', title, points, text: 'This pack is made from the guest’s own words. It cost no credit.' };
    case 'skipped_no_credits':
      return { tone: 'warning', title, points, ...buying(place) };
    case 'failed':
      return { tone: 'warning', title, points, text: 'The credit was given back.' };
    default:
      return { tone: 'warning', title, points };
  }
}

function buying({ role, workspaceSlug }: MeetingPlace): Pick<NonNullable<Props['news']>, 'text' | 'link'> {
  const after = 'Then press “Make anew” below.';
  if (role !== 'owner' && role !== 'admin')
    return { text: `Ask an owner or admin of the workspace for some. ${after}` };
  const link = { href: `/${queryText({ workspace: workspaceSlug })}#plan`, label: 'See your plan and credits' };
  return { text: after, link };
}

interface Refreshed {
  readonly enrichment: LookUp | null;
  readonly looksUpAgain: boolean;
  readonly isMade: boolean;
}

/** The button, and what pressing it costs. */
export const refreshOf = ({ enrichment, looksUpAgain, isMade }: Refreshed): NonNullable<Props['refresh']> => ({
  label: isMade ? 'Make anew' : 'Make the pack',
  cost: costOf(enrichment, looksUpAgain),
});

function costOf(enrichment: LookUp | null, looksUpAgain: boolean): string {
  switch (enrichment?.status) {
    case undefined:
      return 'The guest’s company is looked up for it: one credit, if something is found.';
    case 'skipped_off':
      return 'Costs nothing while look-ups are off. If they are on by now: one credit, if something is found.';
    case 'skipped_personal_email':
      return 'Costs nothing: there is no company to look up.';
    case 'skipped_no_credits':
      return 'Costs nothing without credits. If there are some by now: one credit, if something is found.';
    case 'failed':
      return looksUpAgain
        ? 'The company is looked up again: one credit, if something is found.'
        : 'Costs nothing: the last try was less than an hour ago, so nobody is asked again yet.';
    default:
      return looksUpAgain
        ? 'The facts about the company are looked up again: one credit, if something is found.'
        : 'Costs nothing: the facts about the company are of today.';
  }
}
