import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { MailService } from '../domain/mail.ts';
import type { Secrets } from '../domain/secrets.ts';
import type { Input, Operation, Output } from '../schemas/operation.ts';
import type { BookingFlows } from './booking/booking-flows.ts';
import type { MailDomains } from './booking/mail-domains.ts';
import type { BookingPages } from './slots/booking-pages.ts';
import type { SlotAnswers } from './slots/slot-answers.ts';

/** Who calls, as far as the edge knows. `source` is what a booking made by this call records. */
export interface Caller {
  readonly ip: string;
  readonly source: 'web' | 'public_api' | 'public_mcp';
  readonly requestId: string;
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
  readonly pages: BookingPages;
  readonly slotAnswers: SlotAnswers;
  readonly mailDomains: MailDomains;
  /** Who mails and invites come from. */
  readonly mailService: MailService;
  readonly secrets: Secrets;
  readonly urls: Urls;
  readonly version: string;
  /** True when mail goes to the local mailbox: answers may then say where to read it. */
  readonly localMailbox: boolean;
  readonly log: Logger;
}

export interface Context extends Services {
  /** One instant per request, milliseconds since the epoch. */
  readonly now: number;
  readonly caller: Caller;
}

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
  context: Context,
  input: Input<O>,
) => Promise<Output<O> | Rendered<Output<O>>>;

/** One handler for each operation of an area: a forgotten one does not compile. */
export type Handlers<Area extends Record<string, Operation>> = { readonly [Name in keyof Area]: Handler<Area[Name]> };
