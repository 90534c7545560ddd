import type { z } from 'zod';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { PageProps } from '../../../web/server.tsx';
import { queryText } from '../shell/request-address.ts';

export type LookUp = z.output<typeof prep.getEnrichment.output>;
type Props = PageProps<'prep'>;

interface News {
  readonly enrichment: LookUp | null;
  /** What the pack says already. */
  readonly claims: readonly string[];
  readonly place: MeetingPlace;
}

/** Why a pack knows less of the company than it could, and what to do about it; null: nothing is missing. */
export function lookUpNews({ enrichment, claims, place }: News): Props['news'] {
  switch (enrichment?.status) {
    case 'skipped_personal_email':
      return {
        tone: 'info',
        title: 'No company was looked up',
        text: 'The guest wrote from a personal or throw-away address, or from a domain that is not on the public internet: it names none. This pack is made from their own words. It cost no credit.',
      };
    case 'skipped_off':
      return {
        tone: 'info',
        title: 'Look-ups are off for this meeting',
        text: 'The workspace (prepLookups) or the event type (prep) wants none, a test key booked it, or this installation looks nobody up. This pack is made from the guest’s own words.',
      };
    case 'skipped_no_credits':
      return noCredits(place);
    case 'succeeded':
    case 'degraded':
    case 'failed':
      return gapsOf(enrichment, claims);
    default:
      return null;
  }
}

function noCredits({ role, workspaceSlug }: MeetingPlace): Props['news'] {
  const title = 'The company was not looked up: no credit was left';
  const after = 'Then press “Make anew” below.';
  if (role !== 'owner' && role !== 'admin')
    return { tone: 'warning', title, text: `Ask an owner or admin of the workspace for more credits. ${after}` };
  const link = { href: `/${queryText({ workspace: workspaceSlug })}#plan`, label: 'See your plan and credits' };
  return { tone: 'warning', title, text: `A plan or a pack of credits has more. ${after}`, link };
}

/** Sources that have a definite no are claims of the pack: they are no gaps. */
function gapsOf({ brief, status }: LookUp, claims: readonly string[]): Props['news'] {
  const points = (brief?.missing ?? []).filter((line) => !claims.includes(line));
  if (points.length === 0) return null;
  const text = status === 'failed' ? 'The credit was given back.' : undefined;
  return { tone: 'warning', title: 'This pack is not complete', points, ...(text && { text }) };
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
