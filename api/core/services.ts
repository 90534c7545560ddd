import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { IsAgentInbox } from '../../domain/accounts/agent-inboxes.ts';
import type { PaymentPages } from '../../domain/billing/payment-pages.ts';
import type { CalendarConsents } from '../../domain/calendars/consent.ts';
import type { AccountReader } from '../../domain/event-types/imports/account.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import type { MailDomains } from '../../domain/mail/mail-domains.ts';
import type { ReadClientDocument } from '../../domain/oauth/client-documents.ts';
import type { TokenKeys } from '../../domain/sealed-token.ts';
import type { Secrets } from '../../domain/secrets.ts';
import type { BookingFlows } from '../flows/booking-flows.ts';
import type { FlowClient } from '../flows/flow-client.ts';
import type { BookableEvents } from '../handlers/bookable/bookable-events.ts';
import type { SlotAnswers } from '../handlers/bookable/slot-answers.ts';
import type { ReadinessChecks } from '../handlers/ops/readiness.ts';
import type { SignInServices } from '../sign-in/sign-in-services.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Urls } from './urls.ts';
import type { Waits } from './waiting.ts';

/** The services that every handler receives (`api/create-services.ts`). */
export interface Services {
  readonly sql: Sql;
  /** The queue that API and worker share. */
  readonly taskQueue: string;
  /** Asks a booking's flow and waits for its answer. */
  readonly bookingFlows: BookingFlows;
  /** Starts and signals the flow of any row, mostly without waiting. */
  readonly flowClient: FlowClient;
  readonly waits: Waits;
  readonly bookableEvents: BookableEvents;
  readonly slotAnswers: SlotAnswers;
  readonly mailDomains: MailDomains;
  /** False: this installation looks up no company of a guest (ENRICHMENT=off). */
  readonly looksUpGuests: boolean;
  /** The sender of mails and invites. */
  readonly mailService: MailService;
  readonly secrets: Secrets;
  /** Prefix of keys made before the cutover. */
  readonly legacyKeyPrefix: string;
  /** The ways to sign in. */
  readonly signIn: SignInServices;
  /** Where calendars can be connected. */
  readonly calendarConsents: CalendarConsents;
  /** Seal the tokens of calendars. */
  readonly tokenKeys: TokenKeys;
  /** null: nothing can be bought here. */
  readonly paymentPages: PaymentPages | null;
  /** Further origins to which a payment page may return. */
  readonly checkoutReturnOrigins: readonly string[];
  /** Returns whether an address belongs to an agent, not to a person. */
  readonly isAgentInbox: IsAgentInbox;
  /** Reads documents of apps that connect, past no private address. */
  readonly readClientDocument: ReadClientDocument;
  /** Reads event types and hours of an account at another service, with its key. */
  readonly readAccount: AccountReader;
  readonly readiness: ReadinessChecks;
  readonly lifecycle: Lifecycle;
  readonly urls: Urls;
  readonly version: string;
  /** Folder of the built browser files. */
  readonly webFolder: string;
  /** Where Temporal's web UI shows our namespace; null: hosts get no links to it. */
  readonly temporalUi: string | null;
  /** True when mail goes to the local mailbox: answers may then say where to read it. */
  readonly localMailbox: boolean;
  /** True in local mode: webhooks may go to this machine. */
  readonly isLocal: boolean;
  readonly log: Logger;
}
