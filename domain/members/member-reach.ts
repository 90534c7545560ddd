import type { Actor } from '../access/actor.ts';

/**
 * Whose event types, schedules and meetings an actor works with: null is everybody of the workspace (owner, admin, manager), a
 * user's id that one person alone (member). Contract, Workspace tool catalog, Roles.
 */
export const reachOf = ({ role, userId }: Actor): string | null => (role === 'member' ? userId : null);
