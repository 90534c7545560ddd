import type { Role, Scope } from '../../schemas/shapes/access.ts';
import { powerWords, rolePowers } from '../../texts/en/access.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';

interface Power {
  readonly scopes: readonly Scope[];
  readonly role: Role | null;
}

/**
 * What a key or a connected app allows, one line each.
 * @param power `role`: of its person, or its own if that allows less; null: nothing of theirs
 */
export function powersOf({ scopes, role }: Power, language: Language = DEFAULT_LANGUAGE, isApp = false): string[] {
  if (role === null) return [];
  const ofRoles = translated(rolePowers, language);
  const { keysAndSeats, keysAndSeatsOfApps, reading } = translated(powerWords, language);
  const powers = new Set<string>(scopes.includes('workspace.act') ? ofRoles[role] : []);
  if (!scopes.includes('workspace.act') && scopes.includes('workspace.read')) powers.add(reading);
  if (scopes.includes('billing.manage')) for (const power of ofRoles.billing_only) powers.add(power);
  return [...powers].map((power) => (isApp && power === keysAndSeats ? keysAndSeatsOfApps : power));
}
