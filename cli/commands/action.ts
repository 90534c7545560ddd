import type { Command } from 'commander';
import { environment } from '../environment.ts';
import { openSession, type Session } from '../session.ts';

/** A command's work as commander calls it: arguments first, then options and the command itself. */
export const action =
  <Args extends unknown[]>(work: (session: Session, ...args: Args) => Promise<void>) =>
  async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    await work(await openSession(command, environment), ...(given.slice(0, -1) as Args));
  };
