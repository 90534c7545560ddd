export const billingPageWords = {
  title: 'Plan',
};

export const creditsWords = {
  title: 'Credits',
  none: 'None left',
  left: (left: number) => `${left} left`,
  for: 'for looking up guests before a meeting.',
  list: 'Credits that are left',
  of: (left: number, all: number, source: string) => `${left} of ${all} ${source}`,
  until: (day: string) => `until ${day}`,
  buy: 'Buy credits',
  trial: 'from the trial',
  plan: 'from the plan',
  pack: 'bought once',
  monthly: 'bought each month',
};

export const whoPaysWords = {
  title: 'Plan',
  hint: (name: string) => `You cannot choose or pay the plan of ${name}.`,
  what: 'who can',
  ask: 'Owners, admins and those who look after billing can. Ask one of them:',
  list: 'Who can choose and pay the plan',
  billing: 'Billing',
};

export const buyCreditsWords = {
  title: 'Buy credits',
  submit: 'Go to payment',
  credits: 'Credits',
  once: 'Once',
  monthly: 'Each month',
  vat: ', without VAT.',
  last: 'They last 12 months.',
  end: 'They end with the month, and new ones come.',
  pack: (count: string, usd: number, monthly: boolean) => `${count} credits${monthly ? ' a month' : ''}: $${usd}`,
  price: (usd: number) => `$${usd}`,
  aMonth: (usd: number) => `$${usd} a month`,
};

export const planSectionWords = {
  hint: 'What the workspace may have, and how much of it is used.',
  title: 'Plan',
  what: 'the plan',
  use: 'Use of the plan',
  card: 'Card and invoices',
  compare: 'Compare plans',
  cancel: 'Cancel subscription',
  pay: 'Pay now',
  keep: 'Keep the plan',
  change: 'Change plan',
  choose: 'Choose a plan',
  members: 'Members and open invitations',
  eventTypes: 'Event types',
  teams: 'Teams',
  seats: 'Agent seats',
  webhooks: 'Webhooks',
  noLimit: (used: number) => `${used}, no limit`,
  of: (used: number, cap: number) => `${used} of ${cap}`,
  tooMany: 'Too many',
  full: 'Full',
};

export const standingWords = {
  paidFor: (members: number) => `, paid for ${members} ${members === 1 ? 'member' : 'members'}`,
  onTrial: ', on trial',
  lastDay: 'Last day',
  daysLeft: (days: number) => `${days} days left`,
  until: (at: string) => `Until ${at}. Then the plan is Free: nothing is deleted and nothing is paid.`,
  missing: 'Payment is missing',
  unpaid: 'Unpaid: guests cannot book',
  canceled: 'Canceled',
  closed: 'Guests cannot book until it is paid. Paying opens the booking pages again at once; nothing is deleted.',
  grace: (since: string, until: string) =>
    `A payment is missing since ${since}. Everything works until ${until}; after that guests cannot book until it is paid.`,
  ends: (plan: string, day: string) => `${plan} ends on ${day}; then the plan is Free. Nothing more is paid.`,
  renews: (day: string, annual: boolean) => `Renews on ${day}, ${annual ? 'each year' : 'each month'}.`,
};

export const refusalWords = {
  ends: 'The subscription is canceled and ends with its period. Take the cancellation back first, under “Card and invoices”.',
  missing: 'A payment is missing. Pay it first, under “Card and invoices”; then the plan can change.',
  runs: 'These credits are paid each month already, and would be charged twice. Choose others, or end these first under “Card and invoices”.',
  same: 'This is what you pay for already. Choose another plan, interval or number of members.',
  special:
    'The price of this workspace was agreed with the people who run this service, and a plan would be charged beside it. Ask them to change it.',
  paid: 'A plan is paid already, and we have just learned of it. Load this page again to see it.',
  done: 'This was paid meanwhile. Load this page again to see it.',
  replaced: 'Somebody chose something else meanwhile. Start again if you want this.',
  underWay: 'This is paid, and the money is on its way at the bank. The plan changes when it arrives.',
  off: 'Nothing can be bought here: this service has no payment provider.',
  notYet: 'Not yet',
  away: 'The payment provider does not answer. Nothing was charged. Try again in a moment.',
  failed: 'That did not work',
  over: (used: number, many: string, cap: number) => `${used} ${many} are there, it has room for ${cap}`,
  small: (list: string) =>
    `The plan is too small: ${list}. Choose a larger one, or more members, or remove what is too much.`,
};

export const invoicesWords = {
  title: (count: number) => `Invoices (${count})`,
  list: 'Invoices',
  draft: 'Draft',
  open: 'Not paid yet',
  unpaid: 'Not paid',
  canceled: 'Canceled',
};

export const paymentNewsWords = {
  paid: 'Paid.',
  credits: (left: number) => `The workspace has ${left} credits now.`,
  have: (plan: string, members: number | null, day: string | null) =>
    `You have ${plan}${members === null ? '' : ` for ${members} ${members === 1 ? 'member' : 'members'}`}${day === null ? '' : `, it renews on ${day}`}.`,
  moment: 'One moment.',
  ask: 'We ask the payment provider whether the payment has come.',
  bank: 'Payment is on its way at the bank.',
  bankText: 'The plan, or the credits, change when it arrives. That can take some days, and nothing more is to do.',
  nothing: 'Nothing was paid.',
  nothingText: 'All is as it was before. Choose again whenever you want.',
  unknown: 'No payment has come so far.',
  unknownText:
    'If you paid, it is shown here as soon as we hear of it: load this page again in some minutes. Do not pay twice.',
  unasked: 'We could not ask about the payment.',
  unaskedText: 'What you see below is what we know. Load this page again in a moment.',
  back: 'Back from card and invoices.',
  backText: 'What you changed there is shown here within seconds.',
  thanks: 'Thank you.',
  thanksText: 'The plan changes here as soon as the payment is confirmed.',
};

export const choosePlanWords = {
  change: 'Change the plan',
  choose: 'Choose a plan',
  submit: 'Go to payment',
  plan: 'Plan',
  option: (name: string, usd: number) => `${name}: $${usd} a member`,
  paid: 'Paid',
  monthly: 'Each month',
  annual: 'Each year: ten months’ price',
  vat: ', without VAT.',
  next: 'What the change costs now is on the next page, before anything is paid or changed.',
  once: 'You see it once more before you pay.',
  members: 'Members',
  here: (used: number) => `${used === 1 ? 'One is' : `${used} are`} here now, with open invitations.`,
  whole: (most: number) => `Give a whole number from 1 to ${most}.`,
  aYear: (usd: number) => `$${usd} a year`,
  aMonth: (usd: number) => `$${usd} a month`,
};

export const buyingFailureWords = {
  card: 'Card and invoices',
};
