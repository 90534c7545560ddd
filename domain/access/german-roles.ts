import type { Role } from '../../schemas/shapes/access.ts';

const GERMAN: Readonly<Record<string, string>> = {
  owner: 'Inhaber',
  admin: 'Admin',
  manager: 'Manager',
  member: 'Mitglied',
  billing_only: 'Nur Abrechnung',
} satisfies Record<Role, string>;

/** A role in German; one of a later version of the API as it is. */
export const germanRole = (role: Role): string => GERMAN[role] ?? role;
