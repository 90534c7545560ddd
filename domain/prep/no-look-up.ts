import type { PackInput } from './pack-input.ts';

/** What a pack lacks of the company: the same words in its text, in the mail and on its page. */
export interface Missing {
  readonly title: string;
  /** Whole sentences; empty: nothing is missing. */
  readonly points: readonly string[];
}

export const NOT_COMPLETE = 'This pack is not complete';

const OF_PERSONAL_PROVIDER = 'Their address is of a personal mail provider, so it names no company';
const THROW_AWAY = 'Their address is a throw-away one, so it names no company';
const NON_PUBLIC = 'Their address is not of the public internet, so nobody can be asked about it';

/** What to do about it is the same for all addresses that name no company. */
const noCompany = (why: string): Missing => ({
  title: 'No company is known',
  points: [`${why}. Ask where they work.`],
});

/** Why nothing is known of the company. */
export function withoutFacts({ lookUp, emailClass }: Pick<PackInput, 'lookUp' | 'emailClass'>): Missing {
  switch (lookUp.status) {
    case 'skipped_personal_email':
      return noCompany(emailClass === 'disposable' ? THROW_AWAY : OF_PERSONAL_PROVIDER);
    case 'skipped_non_public_domain':
      return noCompany(NON_PUBLIC);
    case 'skipped_off':
      return {
        title: 'The company was not looked up',
        points: [
          'Look-ups are off for this meeting: by the workspace, the event type or this installation, or because a test key booked it.',
        ],
      };
    case 'skipped_no_credits':
      return { title: 'The company was not looked up', points: [NO_CREDITS[lookUp.credits ?? 'used']] };
    case 'pending':
    case 'running':
      return { title: NOT_COMPLETE, points: ['The company is being looked up.'] };
    case 'failed':
      return {
        title: NOT_COMPLETE,
        points: ['The look-up of the company failed: no source told anything.'],
      };
    default:
      return { title: NOT_COMPLETE, points: ['The look-up of the company has no facts.'] };
  }
}

const NO_CREDITS: Readonly<Record<NonNullable<PackInput['lookUp']['credits']>, string>> = {
  never: 'This workspace has had no credits yet: a look-up costs one. They come with a plan or a pack of credits.',
  used: 'The credits of this workspace are used up: a look-up costs one. More come with the next month of a plan or a pack of credits.',
};
