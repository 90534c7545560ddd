import { describe, expect, it } from 'vitest';
import { zoneWords } from '../../../domain/time/zone-words.ts';

describe('a zone for people', () => {
  it.each([
    ['America/Los_Angeles', 'en-US', 'Los Angeles, Pacific Time'],
    ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires, Argentina Standard Time'],
    ['Europe/Berlin', 'de', 'Berlin, Mitteleuropäische Zeit'],
    // The engine's own name has the city, or a mark.
    ['Europe/Isle_of_Man', 'en', 'Isle of Man Time'],
    ['Europe/London', 'de', 'London, Vereinigtes Königreich'],
    ['America/Nuuk', 'de', 'Nuuk'],
    ['UTC', 'en', 'UTC'],
    ['Etc/GMT+5', 'en', 'Etc/GMT+5'],
    ['Mars/Olympus_Mons', 'en', 'Olympus Mons'],
  ])('%s in %s is %s', (zone, tag, words) => {
    expect(zoneWords(zone, tag)).toBe(words);
  });
});
