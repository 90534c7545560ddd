/** A payment for a plan is missing. */
export const subscriptionTexts = {
  pastDue: (workspace: string) => `A payment for ${workspace} failed`,
  pastDueLead: (workspace: string, plan: string) =>
    `The last payment for the plan ${plan} of ${workspace} did not work.`,
  pastDueEffect: (at: string) =>
    `Everything works as before until ${at}. After that nobody can book until it is paid. Nothing is deleted.`,
  inactive: (workspace: string) => `Nobody can book with ${workspace} any more`,
  inactiveLead: (workspace: string, plan: string) =>
    `The payment for the plan ${plan} of ${workspace} is missing for two weeks. Guests see no free times.`,
  inactiveEffect:
    'Meetings that are booked stand and can be canceled; nothing is deleted. Once it is paid, guests can book at once.',
  action: 'Mend the payment',
  footer: (service: string, workspace: string) => `${service} sends this to those who pay for ${workspace}.`,
};

/** A payment that takes days, such as a bank debit, did not come. */
export const paymentFailedTexts = {
  subject: (workspace: string) => `The payment for ${workspace} did not come`,
  lead: (what: string, workspace: string) =>
    `The bank did not pay for ${what}, which was chosen for ${workspace}. So nothing was bought.`,
  effect: (plan: string) =>
    `The plan stays as it is: ${plan}. Nothing is owed: the open invoice is canceled. If the money comes all the same, it goes back.`,
  packEffect: 'No credits came, and nothing is owed.',
  again: 'To try again, choose it once more. A card is the quickest way to pay.',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  credits: (count: number) => `${count} credits`,
  action: 'Try again',
  footer: (service: string, workspace: string) => `${service} sends this to those who pay for ${workspace}.`,
};

/** The two mails of a trial: before its end, and at its end. */
export const trialTexts = {
  soon: (workspace: string, at: string) => `The trial of ${workspace} ends on ${at}`,
  soonLead: (workspace: string, plan: string, at: string) =>
    `${workspace} has tried the plan ${plan} for free. The trial ends on ${at}.`,
  soonEffect:
    'After that the plan is Free. Nothing is deleted and nothing is charged: booking pages, meetings, members and teams stay. Only adding more needs a plan.',
  ended: (workspace: string) => `The trial of ${workspace} is over`,
  endedLead: (workspace: string, plan: string) =>
    `The trial of the plan ${plan} is over. ${workspace} is on the plan Free now.`,
  endedEffect:
    'Nothing was deleted and nothing was charged: guests book as before. To add members, teams or further event types, choose a plan.',
  action: 'Compare plans',
  footer: (service: string, workspace: string) => `${service} sends this to the owners of ${workspace}, once.`,
};

/** What is paid for was bought, or changed on a page of the payment provider. */
export const planChangeTexts = {
  subject: (workspace: string) => `The plan of ${workspace} was changed`,
  ended: (workspace: string) => `The subscription of ${workspace} has ended`,
  bought: (workspace: string, plan: string) => `${workspace} has the plan ${plan} now`,
  endsSubject: (workspace: string, day: string) => `The plan of ${workspace} ends on ${day}`,
  goesOnSubject: (workspace: string) => `The plan of ${workspace} goes on`,
  lead: (workspace: string) => `On the payment provider’s pages, somebody changed what you pay for ${workspace}.`,
  endedLead: (workspace: string) => `Nothing is paid for ${workspace} any more. Its plan is Free.`,
  endsLead: (workspace: string) => `On the payment provider’s pages, somebody canceled what you pay for ${workspace}.`,
  boughtLead: (workspace: string) => `Thank you. This is paid for ${workspace} from now on:`,
  boughtCheck:
    'Invoices and receipts come from the payment provider. Under Settings, Plan you change plan and members; “Card and invoices” there has the card, the invoices, and the way to end it.',
  costs: (amount: string, every: string) => `It costs ${amount} ${every}, before tax.`,
  every: { monthly: 'each month', annual: 'each year' },
  renews: (day: string) => `It renews on ${day}.`,
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  monthly: 'paid monthly',
  annual: 'paid yearly',
  from: (before: string, after: string) => `Before: ${before}. Now: ${after}.`,
  was: (before: string) => `Until now it was ${before}.`,
  ends: (at: string) =>
    `It ends on ${at}, and the plan is Free then. Until then all stays as it is; nothing is deleted.`,
  goesOn: 'It was to end with its period; that was taken back, and it goes on.',
  back: 'If that is wrong, choose the plan that you had again, under Settings, Plan.',
  keep: 'To keep the plan, open “Card and invoices” under Settings, Plan, and take the cancellation back there.',
  endAgain: 'To end it after all, open “Card and invoices” under Settings, Plan.',
  who: 'The provider does not tell us who it was: whoever opened a billing page can use it for up to an hour, even after leaving the workspace.',
  action: 'See the plan',
  footer: (service: string, workspace: string) =>
    `${service} sends this to the owners of ${workspace} and to those who pay for it.`,
};
