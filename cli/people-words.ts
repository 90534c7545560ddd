type Details = Readonly<Record<string, unknown>>;
type Words = string | ((details: Details) => string | undefined);

const PORTAL = 'holdfast billing portal';

const FEATURES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  members: ['member', 'members'],
  eventTypes: ['event type', 'event types'],
  teams: ['team', 'teams'],
  agentSeats: ['agent seat', 'agent seats'],
};

/** The name of a feature of a plan for people. @param count absent: many */
export function featureName(feature: string, count = 2): string {
  const [one, many] = FEATURES[feature] ?? [feature, feature];
  return count === 1 ? one : many;
}

const noRoom = ({ feature, cap, used, plan, fitsFrom }: Details): string => {
  const name = (count: number) => featureName(String(feature), count);
  const are = `${used} ${used === 1 ? 'is' : 'are'} there`;
  const room = cap === 0 ? `has no ${name(2)}` : `has room for ${cap} ${name(Number(cap))}, and ${are}`;
  const more = fitsFrom === plan ? ` --members ${Number(used) + 1}` : '';
  const way = more === '' ? 'choose a larger plan' : 'pay for more';
  const larger = typeof fitsFrom === 'string' ? ` Or ${way}: holdfast upgrade ${fitsFrom}${more}` : '';
  return `Your plan ${room}. Remove one that you do not need.${larger}`;
};

const tooSmall = ({ over, needed }: Details): string => {
  const list = (over as readonly { feature: string; used: number; cap: number }[])
    .map(({ feature, used, cap }) => `${featureName(feature)}: ${used} are there, ${cap} would be allowed`)
    .join('; ');
  const more =
    typeof needed === 'number' ? ` Pay for all members: --members ${needed}. Or remove what is too much.` : '';
  return `This plan is smaller than what is used (${list}).${more || ' Remove what is too much, or choose a larger plan.'}`;
};

/** Times in words with two meanings: what to type for each. Words that were not understood are told by the API. */
const unclearTime = ({ alternatives }: Details): string | undefined => {
  const ways = alternatives as readonly { readonly when: string; readonly text: string }[];
  if (ways.length === 0) return undefined;
  return `This may mean more than one time. Type one of:${ways.map(({ when, text }) => `\n  --when "${when}"   ${text}`).join('')}`;
};

/** Errors of the API name calls and tools, for agents. By their `details.reason`: the same for a person at a terminal. */
const WORDS: Readonly<Record<string, Words>> = {
  subscription_ends: `The subscription is canceled and ends with its period. To change the plan, take the cancellation back first: ${PORTAL}`,
  payment_missing: `A payment is missing. Pay it first, then the plan can change: ${PORTAL}`,
  pack_runs: `This pack is paid each month already. Choose another one, or end it first: ${PORTAL}`,
  payment_under_way:
    'It is paid by a way that takes days, and the money is on its way. Wait for it; holdfast billing shows the plan once it has come.',
  paid_already: 'A plan is paid already; nothing is charged again. See it: holdfast billing',
  nothing_to_change:
    'This is what you pay for already: plan, members and interval are the same. See it: holdfast billing',
  special_plan: 'Your price was agreed by hand. Ask the operators of this service to change it.',
  checkout_completed: 'It was paid meanwhile. See it: holdfast billing',
  checkout_replaced: 'Somebody started another checkout meanwhile. Run the command again if you want this one.',
  too_many_checkouts: 'This workspace started too many checkouts lately. Use a page that is open, or wait.',
  too_many_portal_sessions: 'This workspace asked for too many billing pages lately. Use a page that is open, or wait.',
  when_unclear: unclearTime,
  over_cap: tooSmall,
  member_cap_reached: noRoom,
  event_type_cap_reached: noRoom,
  team_cap_reached: noRoom,
  seat_cap_reached: noRoom,
  prospect_email_required:
    'This address is an agent’s inbox that owns no workspace, so a person decides. Name them: holdfast login --email <this inbox> --operator <their address>. They get a mail with the link to decide.',
  prospect_email_invalid:
    '--operator must be the address of a person: not this inbox, and no other agent’s. Run: holdfast login --email <this inbox> --operator <another address>.',
  operator_chooses_workspace: 'The operator chooses the workspace. Run the command again without --workspace.',
  email_undeliverable: ({ field }) =>
    field === 'prospectEmail'
      ? 'The mail to your operator could not be delivered. Run: holdfast login --email <the same inbox> --operator <another address>.'
      : undefined,
  booking_not_found: 'No meeting with this id in your workspace. List them: holdfast meetings',
  claim_refused: ({ quietUntil }) =>
    `Your operator refused, or may not give a seat any more. Nothing was changed. Talk to them${typeof quietUntil === 'string' ? `: they get no other mail of this inbox before ${quietUntil.slice(0, 10)}` : ''}. Somebody else can decide: holdfast login --email <the same inbox> --operator <their address>.`,
  claim_expired: 'Your operator did not decide in time. Run the same holdfast login again: they get another mail.',
  claim_unknown:
    'This sign-in is over: the inbox signed in again meanwhile, or its key was fetched. Run the same holdfast login again.',
};

/** What an error means for a person, and which command helps. undefined: its own message says it. */
export function peopleWords(details: Details | undefined): string | undefined {
  const words = WORDS[String(details?.reason)];
  return typeof words === 'function' ? words(details ?? {}) : words;
}
