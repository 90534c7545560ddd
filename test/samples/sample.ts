import type { Role } from '../../schemas/shapes/access.ts';
import type { CredentialHeaders } from '../support/factories/credentials.ts';
import type { TestTeam } from '../support/factories/keys.ts';
import type { Stack } from '../support/stack/stack.ts';

/** Where an operation is called, and by whom: `shown.userId` is whoever the credential stands for. */
export interface Place {
  readonly stack: Stack;
  readonly team: TestTeam;
  readonly shown: CredentialHeaders;
}

export type Input = Readonly<Record<string, unknown>>;

/** How an operation that asks who calls is called in the access matrix and, as a tool, in the parity test. */
export interface Sample {
  /**
   * Right for whoever may, and new at each call: made for `shown.userId`, as a member reaches only their own. It speaks of rows of
   * `team`'s workspace, whoever calls.
   */
  readonly good: (place: Place) => Promise<Input> | Input;
  /** The same call again is refused, as it would make a second thing: the parity test asks for a new input each time. */
  readonly eachAnew?: true;
  /** Who may, where the handler decides by another workspace than the key's. Default: as declared. */
  readonly rolesOfHandler?: readonly Role[];
  /** Wrong in every way that matters; absent where the operation takes nothing. */
  readonly bad?: Input;
  /** Names what is not there. */
  readonly missing?: Input;
  /** Names rows of our workspace though its path has no id: another workspace's key hears 404. */
  readonly speaksOfOurs?: true;
}

/** By `area.operation`. */
export type Samples = Readonly<Record<string, Sample>>;
