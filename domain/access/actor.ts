import type { KeyMode, Role, Scope } from '../../schemas/shapes/access.ts';

/** A person in a workspace, read anew for each call: a changed role counts at once. */
interface Member {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
  readonly username: string;
  /** The subscription is unpaid past the grace: reads, cancels, billing and revocation work, all else is 402. */
  readonly locked: boolean;
}

export interface KeyActor extends Member {
  readonly kind: 'key';
  readonly keyId: string;
  readonly keyName: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  /** Set for the key of an agent seat. */
  readonly seat: { readonly id: string; readonly displayName: string } | null;
}

export interface SessionActor extends Member {
  readonly kind: 'session';
  readonly sessionId: string;
}

/** Whoever is signed in, in no workspace in particular. */
export interface Person {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
}

/** Who acts in a workspace. */
export type Actor = KeyActor | SessionActor;
