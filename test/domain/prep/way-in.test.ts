import { describe, expect, it } from 'vitest';
import { makePack } from '../../../domain/prep/make-pack.ts';
import { type PackMeeting, withWayIn } from '../../../domain/prep/way-in.ts';
import { meetingFacts } from '../../support/factories/meeting-facts.ts';
import { packInput } from './pack-inputs.ts';

const { markdown } = makePack(packInput());
const written = (changes: Partial<PackMeeting> = {}, now = 0) =>
  withWayIn(markdown, { ...meetingFacts(), status: 'confirmed', ...changes }, now);
/** Below the host's time and the guest's. */
const lineAfterTime = (text: string) =>
  text.split('\n')[text.split('\n').findIndex((line) => line.startsWith('**Their time:**')) + 1];

describe('the text of a pack says how to join', () => {
  it.each<[string, Partial<PackMeeting>, string]>([
    ['by a link', {}, '**Join:** Google Meet, <https://meet.example/abc-defg-hij>  '],
    [
      'at a place, in the words of the host as text',
      { locationType: 'in_person', locationDetail: 'Main St *1* [x](y)', joinUrl: null },
      '**Where:** In person: Main St \\*1\\* \\[x\\]\\(y\\)  ',
    ],
    [
      'once the calendar has made the link',
      { joinUrl: null, linkByCalendar: 'coming' },
      '**Where:** Google Meet, your calendar makes the link  ',
    ],
  ])('%s', (_, changes, line) => {
    expect(lineAfterTime(written(changes))).toBe(line);
    expect(written(changes).replace(`${line}\n`, '')).toBe(markdown);
  });

  it('with the number that the guest gave for a call, and who else was invited, as quotes', () => {
    const answers = [{ label: 'Your number', display: '+4915112345678' }];
    const call = { locationType: 'phone', locationDetail: 'I call you', joinUrl: null, answers } as const;
    expect(written({ ...call, guests: ['sam@example.com', 'kim@example.com'] })).toContain(
      '**Where:** Phone call: I call you  \n**Their number:** `+4915112345678`  \n**Also invited:** `sam@example.com`, `kim@example.com`  \n',
    );
    expect(written({ answers })).not.toContain('+49');
    expect(written({ ...call, answers: [{ label: 'Your number', display: '*1*' }] })).not.toContain('number');
  });

  it.each<[string, Partial<PackMeeting>, number, string]>([
    ['is over', {}, meetingFacts().endMs, 'is over.'],
    ['is completed', { status: 'completed' }, 0, 'is over.'],
    ['was missed', { status: 'no_show' }, 0, 'is over: the guest did not come.'],
    ['is canceled', { status: 'canceled' }, 0, 'does not take place: it was canceled or declined.'],
    [
      'waits for approval',
      { status: 'pending_confirmation' },
      0,
      'is not confirmed: it waits for the host’s approval.',
    ],
  ])('and instead says on top if the meeting %s', (_, changes, now, words) => {
    const text = written(changes, now);
    const [title, , box] = text.split('\n');
    expect([title, box]).toEqual(['# Prep: Intro call', `> **This meeting ${words}**`]);
    expect(text.replace(`\n${box}\n`, '')).toBe(markdown);
    expect(text).not.toContain('**Join:**');
  });

  it('and is still empty if there is none', () => {
    expect(withWayIn('', { ...meetingFacts(), status: 'confirmed' }, 0)).toBe('');
  });
});
