import type { Actor } from '../../domain/access/actor.ts';
import { AppError } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { WorkspaceAuth } from '../../schemas/shapes/access.ts';

/** A test key reads, books and makes test seats. It changes nothing that real guests, members or the bill would see, and reads no secrets. */
export const isBarredToTestKey = (
  actor: Actor,
  { auth, effect }: { readonly auth: WorkspaceAuth; readonly effect: Operation['effect'] },
): boolean => isTestKey(actor) && (effect === 'read' ? auth.liveOnly === true : !auth.testKeys);

export const isTestKey = (actor: Actor): boolean => actor.kind === 'key' && actor.mode === 'test';

/** Of what only reads, and holds secrets. */
export const testKeySeesNone = (): AppError =>
  new AppError('auth.forbidden', 'A test key does not see this: it may hold secrets. Use a live key (svc_live_…).', {
    reason: 'test_key',
    neededMode: 'live',
  });

/** @param what it would have changed */
export const testKeyRefused = (what = 'settings, links, members or plans'): AppError =>
  new AppError(
    'auth.forbidden',
    `A test key changes no ${what}: it reads, books, changes its test bookings and makes test seats. Use a live key (svc_live_…).`,
    { reason: 'test_key', neededMode: 'live' },
  );
