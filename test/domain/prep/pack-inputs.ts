import { lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { COMPANIES } from './recorded-companies.ts';

const NO_TEXTS: PackInput['texts'] = {
  purpose: null,
  brandSpeakFrom: null,
  doNotSay: null,
  softQualifyOnly: null,
  closer: null,
  questions: null,
};
const NEW_GUEST: PackInput['history'] = {
  completed: 0,
  noShows: 0,
  canceled: 0,
  upcoming: 0,
  lastMetAtMs: null,
  lastEventTypeName: null,
};

/** A first meeting of half an hour on 25 November 2026, without a look-up. */
export const packInput = (changes: Partial<PackInput> = {}): PackInput => ({
  bookingId: '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10',
  enrichmentRecordId: null,
  template: 'general',
  texts: NO_TEXTS,
  eventType: { name: 'Intro call', durationMinutes: 30 },
  startMs: Date.UTC(2026, 10, 25, 14),
  bookedMs: Date.UTC(2026, 10, 22, 8),
  hostTimezone: 'Europe/Berlin',
  guest: {
    name: 'Maya Okafor',
    email: 'maya@quotehive.com',
    timezone: 'America/Denver',
    isByAgent: false,
    furtherGuests: 0,
    reschedules: 0,
  },
  answers: [],
  hostNotes: null,
  history: NEW_GUEST,
  emailClass: 'business',
  companyDomain: 'quotehive.com',
  lookUp: { status: 'skipped_no_credits', facts: null, isStale: false },
  ...changes,
});

const ANSWERS: PackInput['answers'] = [
  { key: 'role', label: 'Your role', display: 'Head of Operations' },
  { key: 'quotes', label: 'How many quotes a month?', display: 'about 400, most of them by hand' },
  {
    key: 'problem',
    label: 'What is your biggest challenge?',
    display: 'Prices in the ERP are old, so people ask each other by mail.',
  },
];

/** The input for one of the ten companies. Each second guest answered a form. */
export function inputOf(name: string, template: PackInput['template']): PackInput {
  const facts = COMPANIES[name];
  if (!facts) throw new Error(`No company ${name}`);
  const isAnswered = ['saas', 'law-firm', 'refused', 'start-up', 'university'].includes(name);
  return packInput({
    template,
    guest: { ...packInput().guest, email: `maya@${facts.domain}` },
    companyDomain: facts.domain,
    answers: isAnswered ? ANSWERS : [],
    history:
      name === 'law-firm'
        ? {
            ...NEW_GUEST,
            completed: 2,
            noShows: 1,
            lastMetAtMs: Date.UTC(2026, 4, 3, 9),
            lastEventTypeName: 'Intro call',
          }
        : NEW_GUEST,
    hostNotes: name === 'mittelstand' ? 'Came to us at the fair in Hanover.' : null,
    lookUp: { status: lookUpStatus(facts), facts, isStale: false },
  });
}
