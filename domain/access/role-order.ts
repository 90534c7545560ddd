import type { Role } from '../../schemas/shapes/access.ts';

/** All that a role includes: roles that allow no more. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['owner', 'admin', 'manager', 'member', 'billing_only'],
  admin: ['admin', 'manager', 'member', 'billing_only'],
  manager: ['manager', 'member'],
  member: ['member'],
  billing_only: ['billing_only'],
};

/** Whether `role` allows all that `other` allows. */
export const includesRole = (role: Role, other: Role): boolean => INCLUDED[role].includes(other);

/**
 * The role of a key: its creator's, or its own if that allows less. null: nothing that both allow, as for a seat of billing whose
 * creator is now a member.
 * @param cap the key's own role; null: none
 */
export function effectiveRole(creator: Role, cap: Role | null): Role | null {
  if (cap === null || includesRole(cap, creator)) return creator;
  return includesRole(creator, cap) ? cap : null;
}

/** Roles that only a signed-in person gives: a key that is stolen must leave nothing behind that outlives it. */
export const GIVEN_BY_PEOPLE: readonly Role[] = ['owner', 'admin'];

export const isGivenByPeople = (role: Role): boolean => GIVEN_BY_PEOPLE.includes(role);

/** The roles that a member with this role may give by an invitation. null: a person who left. */
export const rolesGivenBy = (role: Role | null): readonly Role[] =>
  role !== null && isGivenByPeople(role) ? INCLUDED[role] : [];
