import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeTeam, type TestTeam } from '../factories/keys.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

export interface TeamStack {
  readonly stack: Stack;
  /** The team of the test that runs. */
  readonly team: TestTeam;
}

/** A stack for all tests of a file, by default without a worker, and a team of its own for each test. */
export function shareTeamStack(options: StackOptions = {}): TeamStack {
  let stack: Stack;
  let team: TestTeam;
  beforeAll(async () => {
    stack = await startStack({ worker: false, demo: false, ...options });
  });
  afterAll(() => stack?.close());
  beforeEach(async () => {
    team = await makeTeam(stack.sql);
  });
  return {
    get stack() {
      return stack;
    },
    get team() {
      return team;
    },
  };
}
