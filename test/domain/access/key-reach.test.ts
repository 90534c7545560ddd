import { describe, expect, it } from 'vitest';
import type { Actor, KeyActor } from '../../../domain/access/actor.ts';
import { isInReach, keyReach } from '../../../domain/access/key-reach.ts';
import { Role, type Scope } from '../../../schemas/shapes/access.ts';

const keyOf = (role: Role, scopes: readonly Scope[]): KeyActor => ({
  kind: 'key',
  keyId: 'k1',
  keyName: 'Key',
  mode: 'live',
  scopes,
  seat: null,
  userId: 'u1',
  workspaceId: 'w1',
  role,
  username: 'u',
  locked: false,
});

const sessionOf = (role: Role): Actor => ({
  kind: 'session',
  sessionId: 's1',
  userId: 'u1',
  workspaceId: 'w1',
  role,
  username: 'u',
  locked: false,
});

const itself = { id: 'k1', createdByUserId: 'u1' };
const sibling = { id: 'k2', createdByUserId: 'u1' };
const foreign = { id: 'k3', createdByUserId: 'u2' };
const orphan = { id: 'k4', createdByUserId: null };
const keys = { itself, sibling, foreign, orphan };

const reached = (actor: Actor): string[] =>
  Object.entries(keys).flatMap(([name, key]) => (isInReach(keyReach(actor), key) ? [name] : []));

describe('which keys are within reach', () => {
  it.each(Role.options)('of a key of the %s that only reads or pays: itself', (role) => {
    expect(reached(keyOf(role, ['workspace.read']))).toEqual(['itself']);
    expect(reached(keyOf(role, ['billing.manage']))).toEqual(['itself']);
    expect(reached(keyOf(role, ['workspace.read', 'billing.manage']))).toEqual(['itself']);
  });

  it.each(['owner', 'admin'] as const)('of a key of the %s with workspace.act, and of the %s: all', (role) => {
    expect(reached(keyOf(role, ['workspace.act']))).toEqual(Object.keys(keys));
    expect(reached(sessionOf(role))).toEqual(Object.keys(keys));
  });

  it.each(['manager', 'member', 'billing_only'] as const)('of the %s: the creator’s own', (role) => {
    expect(reached(keyOf(role, ['workspace.read', 'workspace.act']))).toEqual(['itself', 'sibling']);
    expect(reached(sessionOf(role))).toEqual(['itself', 'sibling']);
  });
});
