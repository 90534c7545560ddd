import { normalized } from '../normalized.ts';
import { plausibleName } from '../untrusted-text.ts';

const LONGEST_SLUG = 60;
/** Leaves space for a suffix. */
const LONGEST_BASE = 48;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const TRIES = 9;

/** Words that our own paths use or may use: not for workspaces or usernames (contract, slugs). */
const RESERVED = new Set([
  'team',
  'b',
  'api',
  'manage',
  'docs',
  'login',
  'logout',
  'app',
  'embed',
  'assets',
  'health',
  'confirm',
  'links',
  'device',
  'claim',
  'invitations',
  'oauth',
  'dev',
  'public',
  'mcp',
  'me',
]);

/** Why a slug can't be used: its form is wrong, or it is a word of our own; null: it can. */
export function slugProblem(slug: string): 'slug_invalid' | 'slug_reserved' | null {
  if (slug.length > LONGEST_SLUG || !SLUG.test(slug)) return 'slug_invalid';
  return RESERVED.has(slug) ? 'slug_reserved' : null;
}

/** Any text as a slug; texts without a Latin letter or digit become the fallback. */
export function slugOf(text: string, fallback: string): string {
  const plain = normalized(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-');
  return plain.slice(0, LONGEST_BASE).replace(/^-+|-+$/g, '') || fallback;
}

/**
 * Slugs to try in turn, the best first: the base, then numbered, then a unique one.
 * @param unique some characters of an id, for the last
 */
export function slugCandidates(base: string, unique: string): string[] {
  const numbered = Array.from({ length: TRIES - 1 }, (_, index) => `${base}-${index + 2}`);
  return [base, ...numbered, `${base}-${unique}`].filter((slug) => slugProblem(slug) === null);
}

/**
 * The host's part of a first link: their name, shorter or another word where the workspace has it already. Nobody likes to read out /nora/nora.
 * @param workspace its slug
 */
export function usernameBeside(workspace: string, ownerName: string): string {
  const whole = slugOf(ownerName, 'host');
  if (whole !== workspace) return whole;
  const [given = whole] = whole.split('-');
  return given === workspace || slugProblem(given) !== null ? 'meet' : given;
}

/** A name for a person with only an address: `ada.lovelace+x@…` is Ada Lovelace. */
export function nameFromEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  const words = (local.split('+')[0] ?? '').split(/[._-]+/).filter((word) => /\p{L}/u.test(word));
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
  return plausibleName(name) ?? local.slice(0, 60);
}
