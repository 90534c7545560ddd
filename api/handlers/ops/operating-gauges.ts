import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { Gauge, type Registry } from 'prom-client';
import { type OperatingState, readOperatingState } from '../../../store/ops/operating-state.ts';

type MakeGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

const billingGauges = (gauge: MakeGauge) => ({
  disputedPlans: gauge('disputed_plans', 'Plans with a payment that the bank has not decided about.'),
  withheldRefunds: gauge(
    'withheld_refunds_last_day',
    'Payments that were paid twice, and were too many in a day to go back by themselves.',
  ),
  overdueLooks: gauge('overdue_billing_looks', 'Looks at the payment provider that should have begun 5 minutes ago.'),
  troubles: gauge(
    'troubled_billing_customers',
    'Customers of whom the last look said that something is wrong.',
    'trouble',
  ),
  unpaid: gauge('unpaid_workspaces', 'Workspaces whose payment is missing.', 'status'),
  strangers: gauge(
    'unknown_billing_customers_last_day',
    'Customers in news of the payment provider who are nobody here.',
  ),
  unheardNews: gauge(
    'unheard_payment_news_last_hour',
    'News that the list of the payment provider brought, and no webhook.',
  ),
});

const prepGauges = (gauge: MakeGauge) => ({
  askedDomains: gauge('looked_up_domains_last_hour', 'Domains of companies whose sources were asked.'),
  failedSources: gauge(
    'failed_look_up_sources_last_hour',
    'Of these domains: those of which a source could not be read.',
    'source',
    'reason',
  ),
  waitingLookUps: gauge('waiting_look_ups', 'Look-ups of companies that have begun and not ended.'),
  oldestLookUp: gauge('oldest_waiting_look_up_seconds', 'For how long the oldest of them waits.'),
  furtherTries: gauge('further_look_up_tries', 'Look-ups that found nothing and wait for a further try.'),
  oldestDueTry: gauge('oldest_due_look_up_try_seconds', 'For how long the oldest of them is due; 0: none is.'),
  unmadePacks: gauge('unmade_prep_packs', 'Packs of meetings to come that our own code could not make.'),
  latePacks: gauge('late_prep_packs', 'Packs that are late for a meeting which begins soon.', 'what'),
});

const webhookGauges = (gauge: MakeGauge) => ({
  failingWebhooks: gauge('failing_webhooks', 'Webhooks that fail, and are tried with one event at a time.'),
  disabledWebhooks: gauge('disabled_webhooks_last_day', 'Webhooks that were disabled by no person.', 'reason'),
  givenUpDeliveries: gauge('given_up_deliveries_last_hour', 'Events of webhooks that will not leave any more.'),
  oldestDueDelivery: gauge(
    'oldest_due_delivery_seconds',
    'For how long the oldest delivery is due whose webhook is well; 0: none is.',
  ),
});

/** @param plain gets those without labels */
const makeGauges = (registry: Registry, plain: Gauge[]) => {
  const gauge: MakeGauge = (name, help, ...labelNames) => {
    const made = new Gauge({ name: `holdfast_${name}`, help, labelNames, registers: [registry] });
    if (labelNames.length === 0) plain.push(made);
    return made;
  };
  return {
    ...billingGauges(gauge),
    ...prepGauges(gauge),
    ...webhookGauges(gauge),
    readable: gauge('database_readable', '1: the gauges below were read from the database for this scrape.'),
    unannounced: gauge('unannounced_changes', 'Changes of bookings whose mails have not left.'),
    oldest: gauge('oldest_unannounced_change_seconds', 'Age of the oldest change whose mails have not left.'),
    lateFlows: gauge('late_flows', 'Rows whose flow should have done something, such as a mail.', 'flow'),
    oldestLate: gauge('oldest_late_flow_seconds', 'For how long the latest of them waits.', 'flow'),
    oldestErasure: gauge(
      'oldest_erasure_seconds',
      'For how long the oldest erasure of a workspace goes on; 0: none does.',
    ),
    refused: gauge('refused_mails_last_hour', 'Mails that the provider refused in the last hour.', 'reason'),
    failures: gauge('sweep_failures', 'Failures in a row of a part of the sweep; 0: its last run succeeded.', 'part'),
    age: gauge('sweep_last_success_seconds', 'Time since a part of the sweep last succeeded.', 'part'),
    workers: gauge('workers', 'Workers that run on the queue, by build.', 'build'),
    outdated: gauge('outdated_workers', 'Workers that run although workers of a newer build do.'),
    overdue: gauge('overdue_calendars', 'Connected calendars that should have been read a minute ago.', 'provider'),
    oldestOverdue: gauge('oldest_overdue_calendar_seconds', 'How late the latest of them is.', 'provider'),
    failing: gauge('failing_calendars', 'Connected calendars of which three readings in a row failed.', 'provider'),
    toReconnect: gauge(
      'calendars_to_reconnect_last_hour',
      'Connections that a provider refused in the last hour.',
      'provider',
    ),
    dueEvents: gauge('due_calendar_events', 'Events of bookings that are not in their calendar as they should be.'),
    oldestDueEvent: gauge('oldest_due_calendar_event_seconds', 'For how long the oldest of them is due.'),
    failedEvents: gauge('failed_calendar_events', 'Events that a provider refused for good; their hosts were told.'),
  };
};

type Gauges = ReturnType<typeof makeGauges>;

function setCalendars(gauges: Gauges, { connections, events }: OperatingState['calendars']): void {
  for (const { provider, overdue, oldestOverdueSeconds, failing, refused } of connections) {
    gauges.overdue.set({ provider }, overdue);
    gauges.oldestOverdue.set({ provider }, oldestOverdueSeconds);
    gauges.failing.set({ provider }, failing);
    gauges.toReconnect.set({ provider }, refused);
  }
  gauges.dueEvents.set(events.due);
  gauges.oldestDueEvent.set(events.oldestDueSeconds);
  gauges.failedEvents.set(events.failed);
}

function setBilling(gauges: Gauges, billing: OperatingState['billing']): void {
  gauges.disputedPlans.set(billing.disputedPlans);
  gauges.withheldRefunds.set(billing.withheldRefunds);
  gauges.overdueLooks.set(billing.overdueLooks);
  for (const trouble of TROUBLES) gauges.troubles.set({ trouble }, 0);
  for (const { trouble, customers } of billing.troubles) gauges.troubles.set({ trouble }, customers);
  for (const status of ['past_due', 'inactive'] as const) gauges.unpaid.set({ status }, billing.unpaid[status]);
  gauges.strangers.set(billing.strangers);
  gauges.unheardNews.set(billing.unheardNews);
}

function setPrep(gauges: Gauges, prep: OperatingState['prep']): void {
  gauges.askedDomains.set(prep.askedDomains);
  for (const { source, reason, domains } of prep.failedSources) gauges.failedSources.set({ source, reason }, domains);
  gauges.waitingLookUps.set(prep.waitingLookUps);
  gauges.oldestLookUp.set(prep.oldestWaitingSeconds);
  gauges.furtherTries.set(prep.furtherTries);
  gauges.oldestDueTry.set(prep.oldestDueTrySeconds);
  gauges.unmadePacks.set(prep.unmadePacks);
  gauges.latePacks.set({ what: 'pack' }, prep.latePacks);
  gauges.latePacks.set({ what: 'mail' }, prep.latePackMails);
}

function setWebhooks(
  gauges: Gauges,
  { failing, disabled, givenUp, oldestDueSeconds }: OperatingState['webhooks'],
): void {
  gauges.failingWebhooks.set(failing);
  for (const reason of ['gone', 'failing'] as const) gauges.disabledWebhooks.set({ reason }, disabled[reason]);
  gauges.givenUpDeliveries.set(givenUp);
  gauges.oldestDueDelivery.set(oldestDueSeconds);
}

const TROUBLES = ['refused', 'unknown_price', 'account_changed'] as const;

/** Parts that do nothing while nothing can be bought: their age is no alarm then. */
const PAYMENT_PARTS: ReadonlySet<string> = new Set(['payment_news', 'payment_strangers']);

const setGauges = (gauges: Gauges, state: OperatingState): void => {
  const { unannounced, refusedMails, sweepParts, builds } = state;
  setCalendars(gauges, state.calendars);
  setBilling(gauges, state.billing);
  setPrep(gauges, state.prep);
  setWebhooks(gauges, state.webhooks);
  gauges.unannounced.set(unannounced.changes);
  gauges.oldest.set(unannounced.oldestSeconds);
  for (const { flow, rows, oldestSeconds } of state.lateFlows) {
    gauges.lateFlows.set({ flow }, rows);
    gauges.oldestLate.set({ flow }, oldestSeconds);
  }
  gauges.oldestErasure.set(state.oldestErasureSeconds);
  for (const { reason, mails } of refusedMails) gauges.refused.set({ reason }, mails);
  for (const { name, failures, successAgeSeconds } of sweepParts) {
    gauges.failures.set({ part: name }, failures);
    const isOff = PAYMENT_PARTS.has(name) && !builds.some(({ payments }) => payments.some((mode) => mode !== 'off'));
    // Strangers are asked about only when there are some.
    if (successAgeSeconds !== null && !isOff && name !== 'payment_strangers')
      gauges.age.set({ part: name }, successAgeSeconds);
  }
  for (const { build, workers } of builds) gauges.workers.set({ build }, workers);
  gauges.outdated.set(builds.reduce((sum, { outdated, workers }) => sum + (outdated ? workers : 0), 0));
};

/** A database that hangs must not take the other metrics with it: scrapers give up after ten seconds. */
const LONGEST_MS = 2_000;
const late = () => delay(LONGEST_MS, undefined, { ref: false });

/**
 * The gauges of what the database knows, set before each scrape. Every API process shows the same values: take the highest. While the
 * database is away they have no values.
 */
export const operatingGauges =
  (sql: Sql, taskQueue: string) =>
  (registry: Registry): (() => Promise<void>) => {
    const plain: Gauge[] = [];
    const gauges = makeGauges(registry, plain);
    return async () => {
      const state = await Promise.race([readOperatingState(sql, taskQueue), late()]).catch(() => undefined);
      for (const gauge of Object.values(gauges)) gauge.reset();
      if (state) setGauges(gauges, state);
      // After a reset a gauge without labels stays at 0, which reads as good news. One with labels has no values.
      else for (const gauge of plain) gauge.remove();
      gauges.readable.set(state ? 1 : 0);
    };
  };
