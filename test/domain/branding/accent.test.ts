import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accentOf, GROUNDS, type Scheme } from '../../../domain/branding/accent.ts';

/** WCAG 2.2, 1.4.3. Repeated here, so that a change of the product's constant fails the test. */
const LEAST_CONTRAST = 4.5;
const css = readFileSync(new URL('../../../web/styles/1-ground.css', import.meta.url), 'utf8');
/** The values of a variable in the style sheet: first the light scheme, then the dark one. */
const declared = (name: string): string[] =>
  [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, hex = '']) => hex);
const inScheme = (name: string, scheme: Scheme): string => declared(name)[scheme === 'light' ? 0 : 1] ?? '';
const SCHEMES = ['light', 'dark'] as const;

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

it('knows every ground that an accent stands on', () => {
  for (const scheme of SCHEMES)
    expect(GROUNDS[scheme]).toEqual(
      ['ground', 'sheet', 'raised', 'danger-tint', 'warn-tint'].map((name) => inScheme(name, scheme)),
    );
});

it('makes of every colour an accent that can be read, as text and under text, in both schemes', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      const accent = accentOf(hex);
      for (const scheme of SCHEMES) {
        const { accent: plain, accentStrong, onAccent, tint } = accent[scheme];
        const pairs = [plain, accentStrong].flatMap((text) =>
          [...GROUNDS[scheme], tint, onAccent].map((ground) => [text, ground] as const),
        );
        const words = ['ink', 'quiet'].map((name) => [inScheme(name, scheme), tint] as const);
        for (const [text, ground] of [...pairs, ...words])
          expect(wcagContrast(text, ground), `${text} on ${ground} (${scheme}, from ${hex})`).toBeGreaterThanOrEqual(
            LEAST_CONTRAST,
          );
      }
    }),
    { numRuns: 1_000 },
  );
}, 30_000);

it('leaves a colour that can be read as it is, and says so by the same colour', () => {
  expect(accentOf('#0b6b5d').light.accent).toBe('#0b6b5d');
  expect(accentOf('#ffcc00').dark.accent).toBe('#ffcc00');
});

it.each(['#000000', '#ffffff', '#777777', '#ffcc00', '#0000ff'])(
  '%s: hovering shows, as the strong accent is another',
  (hex) => {
    const accent = accentOf(hex);
    for (const scheme of SCHEMES) expect(accent[scheme].accentStrong).not.toBe(accent[scheme].accent);
  },
);

it('fills with the very colour, under black or white text, and shows a pointer and an edge', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      for (const scheme of SCHEMES) {
        const { fill, fillStrong, onFill, fillEdge, accent } = accentOf(hex)[scheme];
        expect(fill).toBe(hex);
        expect(['#000000', '#ffffff']).toContain(onFill);
        for (const ground of [fill, fillStrong]) expect(wcagContrast(onFill, ground)).toBeGreaterThanOrEqual(4.5);
        expect([fill, accent]).toContain(fillEdge);
        expect(wcagContrast(fillEdge, inScheme('sheet', scheme)), `${hex} ${scheme}`).toBeGreaterThanOrEqual(1.35);
      }
    }),
    { numRuns: 500 },
  );
  expect(accentOf('#ffcc00').light).toMatchObject({ fill: '#ffcc00', onFill: '#000000', fillEdge: '#ffcc00' });
  expect(accentOf('#ffee88').light.fillEdge).not.toBe('#ffee88');
  for (const hex of ['#000000', '#ffffff', '#777777', '#ffcc00', '#0000ff'])
    expect(accentOf(hex).light.fillStrong, hex).not.toBe(hex);
}, 30_000);

it('is a function of the colour alone', () => {
  expect(accentOf('#c0ffee')).toEqual(accentOf('#c0ffee'));
});
