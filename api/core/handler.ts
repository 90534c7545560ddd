import type { Actor, KeyActor, Person } from '../../domain/access/actor.ts';
import type { Input, Operation, Output } from '../../schemas/operation.ts';
import type { WorkspaceAuth } from '../../schemas/shapes/access.ts';
import type { Rendered } from './answer.ts';
import type { Caller } from './call.ts';
import type { Services } from './services.ts';
import type { ListedTool } from './tools.ts';
import type { Waits } from './waiting.ts';

/** The workspace tools of this process, each run through the dispatcher like any call. */
export interface Toolbox {
  /** Returns the tools that the actor's role and scopes allow, in a fixed order. */
  listFor(actor: Actor): readonly ListedTool[];
  /** @throws AppError resource.not_found for an unknown tool, and errors of the tool */
  run(name: string, args: unknown, caller: Caller): Promise<unknown>;
}

export interface Context extends Omit<Services, 'waits'> {
  /** Waits do not count as the call's time. */
  readonly waits: Pick<Waits, 'until'>;
  /** One instant per request, milliseconds since the epoch. */
  readonly now: number;
  readonly caller: Caller;
  readonly tools: Toolbox;
  /** Authenticates again, for handlers that have waited. @throws AppError as the dispatcher would now */
  reauthenticate(): Promise<Actor | Person | null>;
  /**
   * Names the flow of the call for its log line. REST also sends it to authenticated callers as X-Workflow-Id
   * (contract, Awaiting instead of polling).
   */
  nameFlow(workflowId: string): void;
}

/** The caller's type by the operation's `auth`. */
type ActorOf<O extends Operation> = O['auth'] extends WorkspaceAuth
  ? O['auth'] extends { readonly keyOnly: true }
    ? KeyActor
    : Actor
  : O['auth'] extends 'person'
    ? Person
    : null;

export type ActingContext<O extends Operation> = Context & { readonly actor: ActorOf<O> };

export type Handler<O extends Operation> = (
  context: ActingContext<O>,
  input: Input<O>,
) => Promise<Output<O> | Rendered<Output<O>>>;

/** One handler per operation of an area: a missing one does not compile. */
export type Handlers<Area extends Record<string, Operation>> = { readonly [Name in keyof Area]: Handler<Area[Name]> };
