import { z } from 'zod';

/** A person's role in a workspace (spec, Workspace summary). */
export const Role = z.enum(['owner', 'admin', 'manager', 'member', 'billing_only']);
export type Role = z.infer<typeof Role>;

/**
 * What a key can do. workspace.act: all that its creator's role can do, billing included; workspace.read: read;
 * billing.manage: billing only.
 */
export const Scope = z.enum(['workspace.read', 'workspace.act', 'billing.manage']);
export type Scope = z.infer<typeof Scope>;

export const KeyMode = z.enum(['live', 'test']);
export type KeyMode = z.infer<typeof KeyMode>;

/** The surface that a call came from; a booking records it (contract, booking source). */
export const BookingSource = z.enum(['web', 'public_api', 'public_mcp', 'host_api', 'host_mcp', 'dashboard']);
export type BookingSource = z.infer<typeof BookingSource>;

export const EVERYONE = Role.options;
export const ADMINS = ['owner', 'admin'] as const satisfies readonly Role[];
/** Roles that see and pay what a workspace costs. */
export const BILLING = ['owner', 'admin', 'billing_only'] as const satisfies readonly Role[];
/** Roles that work with meetings: not billing_only. */
export const MEMBERS = ['owner', 'admin', 'manager', 'member'] as const satisfies readonly Role[];

/** Who may call an operation on a workspace: a key, or a session of a member, with one of these roles. */
export interface WorkspaceAuth {
  /** What a key needs besides the role. `any`: every key, whatever its scopes. */
  readonly scope: Scope | 'any';
  readonly roles: readonly Role[];
  /** Only for a person who is signed in; keys are refused. */
  readonly sessionOnly?: true;
  /** Test keys may call it, although it changes something: they book and make test seats, and change nothing else. */
  readonly testKeys?: true;
}

/**
 * none: public. manageToken, decideToken: the token of the guest's or the host's mail, a normal field of the input.
 * person: anyone signed in, without a workspace.
 */
export type Auth = 'none' | 'manageToken' | 'decideToken' | 'person' | WorkspaceAuth;

/** True if these scopes allow what needs `needed`. */
export const grants = (scopes: readonly Scope[], needed: Scope | 'any'): boolean =>
  needed === 'any' || scopes.includes('workspace.act') || scopes.includes(needed);
