import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Actor, Person } from '../../domain/access/actor.ts';
import type { Language } from '../../domain/languages.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import type { Secrets } from '../../domain/secrets.ts';
import type { Input, Operation, Output } from '../../schemas/operation.ts';
import type { BookingSource, WorkspaceAuth } from '../../schemas/shapes/access.ts';
import type { Credentials } from '../auth/credentials.ts';
import type { BookingFlows } from '../flows/booking-flows.ts';
import type { DeviceFlows } from '../flows/device-flows.ts';
import type { BookableEvents } from '../handlers/bookable/bookable-events.ts';
import type { SlotAnswers } from '../handlers/bookable/slot-answers.ts';
import type { MailDomains } from '../handlers/booking/mail-domains.ts';
import type { ListedTool } from '../mcp/tools.ts';
import type { SignInServices } from '../sign-in/sign-in-services.ts';
import type { Waits } from './waiting.ts';

/** Who calls, as far as the edge knows. `source` is what a booking made by this call records. */
export interface Caller {
  readonly ip: string;
  readonly source: BookingSource;
  readonly requestId: string;
  /** What the request shows to prove who sends it; nobody where absent. The dispatcher checks it. */
  readonly credentials?: Credentials;
  /** Of the page that asks: guests are written to in it. Others have none. */
  readonly language?: Language;
  /** The call runs a tool, and is counted as one. */
  readonly asTool?: true;
  /** Aborted when the caller hung up; a handler's also once its deadline has passed. */
  readonly gone?: AbortSignal;
  /** By `performance.now()`: when the caller itself must have answered. A page asks several operations in the time of one. */
  readonly answerByMs?: number;
  /** Told which flow the call is about, for the line of the page that asks. */
  readonly nameFlow?: (workflowId: string) => void;
}

export interface Urls {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
}

/** What the process gives every handler; made once in `api/server.ts`. */
export interface Services {
  readonly sql: Sql;
  readonly flows: BookingFlows;
  readonly deviceFlows: DeviceFlows;
  readonly waits: Waits;
  readonly bookableEvents: BookableEvents;
  readonly slotAnswers: SlotAnswers;
  readonly mailDomains: MailDomains;
  /** Who mails and invites come from. */
  readonly mailService: MailService;
  readonly secrets: Secrets;
  /** What keys of before the cutover begin with. */
  readonly legacyKeyPrefix: string;
  /** How people may come in. */
  readonly signIn: SignInServices;
  readonly urls: Urls;
  readonly version: string;
  /** Where the browser's part of the pages lies, built. */
  readonly webFolder: string;
  /** True when mail goes to the local mailbox: answers may then say where to read it. */
  readonly localMailbox: boolean;
  readonly log: Logger;
}

/** The workspace tools of this process, each run through the dispatcher like any call. */
export interface Toolbox {
  /** Those that the actor's role and scopes allow, in a fixed order. */
  listFor(actor: Actor): readonly ListedTool[];
  /** @throws AppError resource.not_found for an unknown tool, and whatever the tool answers */
  run(name: string, args: unknown, caller: Caller): Promise<unknown>;
}

export interface Context extends Services {
  /** One instant per request, milliseconds since the epoch. */
  readonly now: number;
  readonly caller: Caller;
  readonly tools: Toolbox;
  /** Who calls as things are now, for handlers that have waited. @throws AppError what the dispatcher would refuse the call with now */
  askAgain(): Promise<Actor | Person | null>;
  /**
   * Names the flow that the call is about, for its log line. Whoever showed who they are is told, too: REST sends it as X-Workflow-Id
   * (contract, Awaiting instead of polling).
   */
  nameFlow(workflowId: string): void;
}

/** Who acts, as the operation's `auth` promises. */
type ActorOf<O extends Operation> = O['auth'] extends WorkspaceAuth
  ? Actor
  : O['auth'] extends 'person'
    ? Person
    : null;

export type ActingContext<O extends Operation> = Context & { readonly actor: ActorOf<O> };

/** An answer whose JSON is made and checked already; REST sends the bytes as they are. Kept answers weigh their bytes only. */
export class Rendered<T> {
  readonly bytes: Buffer;

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value));
  }

  /** Read from the bytes, anew each time. */
  get value(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }
}

export type Handler<O extends Operation> = (
  context: ActingContext<O>,
  input: Input<O>,
) => Promise<Output<O> | Rendered<Output<O>>>;

/** One handler for each operation of an area: a forgotten one does not compile. */
export type Handlers<Area extends Record<string, Operation>> = { readonly [Name in keyof Area]: Handler<Area[Name]> };
