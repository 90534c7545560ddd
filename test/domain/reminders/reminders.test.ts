import { describe, expect, it } from 'vitest';
import { unknownVariables, withValues } from '../../../domain/reminders/reminder-words.ts';
import {
  keptReminders,
  parseReminderTime,
  reminderIssues,
  reminderTimeInWords,
} from '../../../domain/reminders/reminders.ts';

describe('when a reminder comes', () => {
  it.each([
    ['24h before', '24h before'],
    ['24 hours before', '24h before'],
    ['1 day before', '24h before'],
    ['90 min before start', '90m before'],
    ['1d before 09:00', '1d before 09:00'],
    ['1 day before at 9:00', '1d before 09:00'],
    ['2D BEFORE, 18:30', '2d before 18:30'],
    ['0d before 08:00', '0d before 08:00'],
    ['30m after', '30m after'],
    ['1 hour after the end', '1h after'],
    ['0m after', '0m after'],
    ['1h after no-show', '1h after no-show'],
    ['15 minutes after no_show', '15m after no-show'],
  ])('%s is %s', (words, kept) => {
    const time = parseReminderTime(words);
    if ('wrong' in time) throw new Error(time.wrong);
    expect(reminderTimeInWords(time)).toBe(kept);
    // What is kept reads back as the same.
    expect(parseReminderTime(kept)).toEqual(time);
  });

  it.each([
    ['24h', 'write it as "24h before"'],
    ['tomorrow', 'write it as "24h before"'],
    ['-1h before', 'write it as "24h before"'],
    ['1h before no-show', 'write it as "24h before"'],
    ['1h before the end', 'write it as "24h before"'],
    ['1h before 09:00', 'has a time of day only with days before'],
    ['1d after 09:00', 'has a time of day only with days before'],
    ['1d before 25:00', 'must have a time from 00:00 to 23:59'],
    ['2m before', 'must be at least 5 minutes before'],
    ['90d before', 'must be at most 60 days away'],
    ['61d before 09:00', 'must be at most 60 days away'],
    ['999999h after', 'must be at most 60 days away'],
  ])('%s is refused: %s', (words, wrong) => {
    expect(parseReminderTime(words)).toEqual({ wrong: expect.stringContaining(wrong) });
  });
});

describe('what is wrong with reminders', () => {
  it('is named by field, and says what to do', () => {
    const issues = reminderIssues([
      { when: 'soon' },
      { when: '1h after no-show', to: 'both' },
      { when: '24h before', text: 'Hi {guestname}, {colour}', subject: '{start}' },
      { when: '1 day before', to: 'host' },
    ]);
    expect(issues).toEqual([
      { path: 'reminders.0.when', message: expect.stringContaining('"1d before 09:00"') },
      { path: 'reminders.1.to', message: expect.stringContaining('must be guest') },
      {
        path: 'reminders.2.text',
        message: 'has the unknown variable {guestname}; did you mean {guest_name}?',
        didYouMean: ['guest_name'],
      },
      { path: 'reminders.2.text', message: 'has the unknown variable {colour}' },
      { path: 'reminders.3', message: 'is the second to the host at this time; leave one out' },
    ]);
    expect(
      reminderIssues([
        { when: '24h before', to: 'host' },
        { when: '24h before', to: 'guest' },
      ]),
    ).toEqual([]);
  });
});

describe('ids', () => {
  let made = 0;
  const newId = () => `new-${++made}`;
  const before = keptReminders([{ when: '24h before' }, { when: '1h before', to: 'host' }], [], newId);

  it('stay where the id is named or the time is the same; a reminder of another side is another', () => {
    const [day, hour] = before as [(typeof before)[0], (typeof before)[0]];
    const changed = keptReminders(
      [
        { when: '2h before', id: hour.id },
        { when: '1 day before', text: 'Hi' },
      ],
      before,
      newId,
    );
    expect(changed.map(({ id, when }) => [id, when])).toEqual([
      [hour.id, '2h before'],
      [day.id, '24h before'],
    ]);
    const known = [day.id, hour.id];
    const [after] = keptReminders([{ when: '1h after', id: hour.id }], before, newId);
    expect(known).not.toContain(after?.id);
    const [unknown] = keptReminders([{ when: '3h before', id: 'other' }], before, newId);
    expect([...known, 'other']).not.toContain(unknown?.id);
  });

  it('are first of those that name them: another one at the time of before is new', () => {
    const [day] = before as [(typeof before)[0]];
    const [first, second] = keptReminders([{ when: '24h before' }, { when: '3h before', id: day.id }], before, newId);
    expect(second).toMatchObject({ id: day.id, when: '3h before' });
    expect(before.map(({ id }) => id)).not.toContain(first?.id);
  });

  it('are never given twice', () => {
    const [{ id } = { id: '' }] = before;
    const twice = keptReminders(
      [
        { when: '24h before', id },
        { when: '2h before', id },
      ],
      before,
      newId,
    );
    expect(new Set(twice.map((one) => one.id)).size).toBe(2);
  });
});

it('what is left out is usual: thanks go to guests, and blank words are none', () => {
  const kept = keptReminders([{ when: '1h after' }, { when: '1h before', text: ' \n ' }], [], () => 'new');
  expect(kept).toEqual([
    { id: 'new', when: '1h after', to: 'guest', subject: null, text: null },
    { id: 'new', when: '1h before', to: 'both', subject: null, text: null },
  ]);
  expect(keptReminders([{ when: '1h before', text: ' Hi ' }], [], () => 'new')).toMatchObject([{ text: 'Hi' }]);
});

describe('variables', () => {
  const values = {
    ...{ guest_name: 'Grace {start}', host_name: 'Ada', event_name: 'Intro $& call' },
    ...{ workspace_name: 'Acme', start: 'Mon 9:00', location: 'Room 1' },
  };

  it('are filled in once; other braces are text', () => {
    expect(withValues('Hi { guest_name }: {event_name}, {} {"a": 1} { 2 }', values)).toBe(
      'Hi Grace {start}: Intro $& call, {} {"a": 1} { 2 }',
    );
  });

  it('that are unknown are named once', () => {
    expect(unknownVariables('{START} {START} {guest_name}')).toEqual([{ name: 'START', didYouMean: ['start'] }]);
  });
});
