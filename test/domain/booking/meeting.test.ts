import { expect, it } from 'vitest';
import { hostNames } from '../../../domain/booking/meeting.ts';
import type { Language } from '../../../texts/languages.ts';

const named = (language: Language, ...[hostName = '', ...others]: string[]): string =>
  hostNames({ hostName, otherHosts: others.map((name) => ({ name, email: '', timezone: 'UTC', language })) }, language);

it('names up to three hosts, and of more two and how many else', () => {
  expect(named('en', 'Ada')).toBe('Ada');
  expect(named('en', 'Ada', 'Grace')).toBe('Ada and Grace');
  expect(named('en', 'Ada', 'Grace', 'Alan')).toBe('Ada, Grace and Alan');
  expect(named('en', 'Ada', 'Grace', 'Alan', 'Edsger')).toBe('Ada, Grace and 2 others');
  expect(named('de', 'Ada', 'Grace')).toBe('Ada und Grace');
  expect(named('de', 'Ada', 'Grace', 'Alan', 'Edsger', 'Barbara')).toBe('Ada, Grace und 3 anderen');
});
