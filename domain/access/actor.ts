import type { KeyMode, Role, Scope } from '../../schemas/shapes/access.ts';

/** A workspace member, read for each call: a changed role takes effect at once. */
interface Member {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
  readonly username: string;
  /** The subscription is unpaid past the grace: only reads, cancels, billing and revocation work; else 402. */
  readonly locked: boolean;
}

/** An agent with a person's consent (`agent_principals`). */
export interface ActingAgent {
  readonly principalId: string;
  /** What it calls itself. */
  readonly label: string;
  /** Of the person who allowed it. */
  readonly prospectEmail: string;
  readonly prospectName: string | null;
  /** The person's account; null: they have none. */
  readonly user: { readonly id: string; readonly email: string } | null;
}

export interface KeyActor extends Member {
  readonly kind: 'key';
  readonly keyId: string;
  readonly keyName: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  /** Set for the key of an agent seat. */
  readonly seat: { readonly id: string; readonly displayName: string } | null;
  /** Set if the key acts for a person. Then user, role and username are that person's, where they are a member. */
  readonly agent?: ActingAgent;
  /** The app of a person who connected it (docs/decisions/access.md#connected-apps). `keyName` is what the app calls itself. */
  readonly isConnector?: true;
}

export interface SessionActor extends Member {
  readonly kind: 'session';
  readonly sessionId: string;
}

/** A signed-in person, in no particular workspace. */
export interface Person {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
}

export type Actor = KeyActor | SessionActor;

/** The identity of the agent that acts for a person; null: a key or a person that acts as itself. */
export const agentOf = (actor: Actor): string | null =>
  actor.kind === 'key' ? (actor.agent?.principalId ?? null) : null;

/** The address of the person for whom an agent acts; null: nobody acts for another. The role is then theirs, at most that of a seat. */
export const actsFor = (actor: Actor): string | null =>
  actor.kind === 'key' ? (actor.agent?.prospectEmail ?? null) : null;
