import type { Actor } from '../access/actor.ts';

/**
 * Whose event types, schedules and meetings an actor works with. null: everyone's in the workspace (owner, admin, manager); a
 * user's id: only that person's (member). Contract, Workspace tool catalog, Roles.
 */
export const reachOf = ({ role, userId }: Actor): string | null => (role === 'member' ? userId : null);
