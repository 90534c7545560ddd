import type { Client } from '@temporalio/client';
import { markOf } from '../domain/secrets.ts';
import { Lifecycle } from './core/lifecycle.ts';
import type { Services } from './core/services.ts';
import { Notifications, Waits } from './core/waiting.ts';
import type { BookingFlows } from './flows/booking-flows.ts';
import { withCommitNotifications } from './flows/commit-notifications.ts';
import { createFlowClient } from './flows/flow-client.ts';
import { BookableEvents } from './handlers/bookable/bookable-events.ts';
import { SlotAnswers } from './handlers/bookable/slot-answers.ts';
import { createMailDomains, type ResolveMx } from './handlers/booking/mail-domains.ts';
import { ReadinessChecks, type ReadinessParts } from './handlers/ops/readiness.ts';
import { createSignIn, type SignInParts } from './sign-in/sign-in-services.ts';

type Given =
  | 'sql'
  | 'log'
  | 'mailService'
  | 'looksUpGuests'
  | 'secrets'
  | 'legacyKeyPrefix'
  | 'calendarConsents'
  | 'tokenKeys'
  | 'paymentPages'
  | 'checkoutReturnOrigins'
  | 'isAgentInbox'
  | 'readClientDocument'
  | 'readAccount'
  | 'version'
  | 'webFolder'
  | 'temporalUi'
  | 'localMailbox';

/** The parts that a test can replace. */
export interface ServiceParts extends Pick<Services, Given> {
  /** Called by the first call that needs Temporal. */
  readonly temporal: () => Promise<Client>;
  readonly taskQueue: string;
  /** Of Temporal. */
  readonly namespace?: string;
  /** How long other flows have to answer. Default: the product's. */
  readonly flowDeadlineMs?: number | undefined;
  /** Without commit notifications, which are added here. */
  readonly bookingFlows: BookingFlows;
  readonly resolveMx: ResolveMx;
  /** Default: nothing can be bought. */
  readonly payments?: ReadinessParts['payments'];
  readonly signIn: SignInParts;
  /** The names of our search attributes that Temporal lacks. */
  readonly missingSearchAttributes: () => Promise<readonly string[]>;
}

const OFF = { mode: 'off', isProduction: false } as const;

/** The services of an API. Does not connect: reads work while Temporal is down. */
export const createServices = (parts: ServiceParts): Omit<Services, 'urls'> => {
  const {
    temporal,
    taskQueue,
    flowDeadlineMs,
    bookingFlows,
    resolveMx,
    signIn,
    missingSearchAttributes,
    namespace = 'default',
    payments = OFF,
    ...given
  } = parts;
  const { sql, log } = given;
  const notifications = new Notifications(sql);
  const lifecycle = new Lifecycle();
  const { track } = lifecycle;
  return {
    ...given,
    taskQueue,
    bookingFlows: withCommitNotifications(bookingFlows, { notifications, log, track }),
    flowClient: createFlowClient({ client: temporal, taskQueue, log, track, deadlineMs: flowDeadlineMs }),
    waits: new Waits(notifications, log),
    bookableEvents: new BookableEvents(sql),
    slotAnswers: new SlotAnswers(),
    mailDomains: createMailDomains({ resolveMx }),
    signIn: createSignIn(signIn),
    isLocal: signIn.mode === 'local',
    readiness: new ReadinessChecks({
      ...{ sql, taskQueue, namespace, missingSearchAttributes, payments },
      secretMark: markOf(given.secrets),
    }),
    lifecycle,
  };
};
