import type { ActingAgent, KeyActor } from '../../../domain/access/actor.ts';

/** The agent of a call whose declaration requires one. @throws Error a bug of ours: the dispatcher lets no other call through */
export function requireAgent({ agent }: KeyActor): ActingAgent {
  if (!agent) throw new Error('a delegated operation ran without an agent');
  return agent;
}

/** The account for which it acts. @throws Error as above */
export function requireUser(actor: KeyActor): NonNullable<ActingAgent['user']> {
  const { user } = requireAgent(actor);
  if (!user) throw new Error('a delegated operation ran without an account');
  return user;
}
