import { z } from 'zod';

/** A person's role in a workspace (spec, Workspace summary). */
export const Role = z.enum(['owner', 'admin', 'manager', 'member', 'billing_only']);
export type Role = z.infer<typeof Role>;

/**
 * The scopes of keys. workspace.act: all that its creator's role can do, billing included; workspace.read: read;
 * billing.manage: billing only.
 */
export const Scope = z.enum(['workspace.read', 'workspace.act', 'billing.manage']);
export type Scope = z.infer<typeof Scope>;

export const KeyMode = z.enum(['live', 'test']);
export type KeyMode = z.infer<typeof KeyMode>;

/** The scopes that a person allows an agent by a code (spec, Agent principal). */
export const AgentScope = z.enum([
  'agent.identity.read',
  'agent.identity.revoke',
  'agent.user.signup',
  'agent.workspace.create',
  'agent.workspace.invite',
  'agent.billing.checkout',
  'agent.booking.read',
  'agent.booking.write',
  'agent.calendar.connect',
]);
export type AgentScope = z.infer<typeof AgentScope>;

/** The surface that a call came from; a booking records it (contract, booking source). */
export const BookingSource = z.enum(['web', 'public_api', 'public_mcp', 'host_api', 'host_mcp', 'dashboard']);
export type BookingSource = z.infer<typeof BookingSource>;

export const EVERYONE = Role.options;
export const ADMINS = ['owner', 'admin'] as const satisfies readonly Role[];
/** Roles that see and pay what a workspace costs. */
export const BILLING = ['owner', 'admin', 'billing_only'] as const satisfies readonly Role[];
/** Roles that work with meetings: not billing_only. */
export const MEMBERS = ['owner', 'admin', 'manager', 'member'] as const satisfies readonly Role[];

/** An operation that an agent calls for a person: with its key and, in the header X-Svc-Agent-Intent, the person's consent. */
export interface IntentAuth {
  /** The scope that the person must have allowed. */
  readonly scope: AgentScope;
  /** Without the header: 401. Else the key may call as itself. */
  readonly required: boolean;
  /**
   * member: acts as the person, with their role in the key's workspace. user: needs an account, and acts beyond that workspace. key: the
   * person may have no account yet.
   */
  readonly as: 'member' | 'user' | 'key';
  /**
   * The fate of things made by the call when the person stops the agent (docs/decisions/access.md#what-ends-with-access). ends: nobody can use it any more. stays: people
   * decide on it. nothing_made: it only reads.
   */
  readonly onStop: 'ends' | 'stays' | 'nothing_made';
}

/** The callers of an operation on a workspace: a key, or a session of a member, with one of these roles. */
export interface WorkspaceAuth {
  /** The scope that a key needs in addition to the role. `any`: every key, whatever its scopes. */
  readonly scope: Scope | 'any';
  readonly roles: readonly Role[];
  /** Only for a person who is signed in; keys are refused. */
  readonly sessionOnly?: true;
  /** Only for a key; sessions are refused. */
  readonly keyOnly?: true;
  /** The effect of the header X-Svc-Agent-Intent. ignored: nothing. Absent: it is refused, so that no call acts for somebody else by mistake. */
  readonly intent?: IntentAuth | 'ignored';
  /** Test keys may call it, although it changes something: they book and make test seats, and change nothing else. */
  readonly testKeys?: true;
  /** Test keys may not call it, although it only reads. */
  readonly liveOnly?: true;
  /**
   * The fate of things that a connected app makes by it, once the app is disconnected. refused: apps may not call it. named: it stays, and the
   * page of consent names it. by_person: it only works once a person who is signed in opens our link. Absent: it makes no access.
   */
  readonly byApp?: 'refused' | 'named' | 'by_person';
}

/**
 * none: public. manageToken, decideToken: the token of the guest's or the host's mail, a normal field of the input.
 * person: anyone signed in, without a workspace.
 */
export type Auth = 'none' | 'manageToken' | 'decideToken' | 'person' | WorkspaceAuth;

/** True if these scopes allow what needs `needed`. */
export const grants = (scopes: readonly Scope[], needed: Scope | 'any'): boolean =>
  needed === 'any' || scopes.includes('workspace.act') || scopes.includes(needed);
