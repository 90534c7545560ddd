import { expect, it } from 'vitest';
import { CardShelf } from '../../../../api/pages/cards/card-shelf.ts';
import { brokenInto, drawable } from '../../../../api/pages/cards/card-text.ts';
import type { Card } from '../../../../api/pages/cards/draw-card.ts';

const card: Card = { title: 'Intro', host: 'Ada', minutes: 30, brand: 'Acme', colour: null };
/** One unit for each character. */
const lengthOf = (text: string): number => text.length;

it('leaves out signs without a shape, and draws no text whose letters it lacks', () => {
  expect(drawable('Grüße 😀 & Żółć – 30 €')).toBe('Grüße & Żółć – 30 €');
  expect(drawable('e\u0301tude')).toBe('étude');
  for (const text of ['予約', 'Встреча', 'Intro 予約', '😀', '']) expect(drawable(text), text).toBeNull();
});

it('breaks between words, inside a word that is too long, and cuts the rest', () => {
  const wrapped = (text: string) => brokenInto(text, { width: 8, lines: 2 }, lengthOf);
  expect(wrapped('one two three')).toEqual({ lines: ['one two', 'three'], isWhole: true });
  expect(wrapped('abcdefghijk')).toEqual({ lines: ['abcdefgh', 'ijk'], isWhole: true });
  expect(wrapped('one two three four five')).toEqual({ lines: ['one two', 'three…'], isWhole: false });
});

it('draws one card at a time, each once, and refuses when too many wait', async () => {
  let [running, most, drawn] = [0, 0, 0];
  const shelf = new CardShelf(async ({ title }) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    drawn += 1;
    return Buffer.from(title);
  });
  const asked = Array.from({ length: 25 }, (_, index) => shelf.find({ ...card, title: `Call ${index}` }));
  expect(asked.filter((one) => one === null)).toHaveLength(5);
  expect(shelf.find({ ...card, title: 'Call 0' })).toBe(asked[0]);
  await Promise.all(asked);
  expect([most, drawn]).toEqual([1, 20]);
  expect(shelf.find(card)).not.toBeNull();
});

it('draws again after a failure', async () => {
  let isBroken = true;
  const shelf = new CardShelf(async () => {
    if (isBroken) throw new Error('no memory');
    return Buffer.from('png');
  });
  await expect(shelf.find(card)).rejects.toThrow('no memory');
  isBroken = false;
  await expect(shelf.find(card)).resolves.toEqual(Buffer.from('png'));
});
