import { browserNameWords as say } from '../../../../texts/en/dashboard/accounts.ts';

/** Browsers also match later patterns: the first match is right. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (names: typeof BROWSERS, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome on Linux": enough for its owner to recognise. */
export function browserName(userAgent: string | null): string {
  const browser = first(BROWSERS, userAgent ?? '') ?? say.a;
  const system = first(SYSTEMS, userAgent ?? '');
  return system === undefined ? browser : say.on(browser, system);
}
