import type { Command } from 'commander';
import { environment } from '../environment.ts';
import { CliError } from '../exit.ts';
import { inFlags } from '../flag-words.ts';
import { openSession, type Session } from '../session.ts';

/** Adapts a command to commander, which passes the arguments, then the options, then the command. */
export const action =
  <Args extends unknown[]>(work: (session: Session, ...args: Args) => Promise<void>) =>
  async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    try {
      await work(await openSession(command, environment), ...(given.slice(0, -1) as Args));
    } catch (error) {
      // Who runs a tool types its fields.
      if (error instanceof CliError && command.name() !== 'run') error.forPeople = inFlags(error.message, command);
      throw error;
    }
  };
