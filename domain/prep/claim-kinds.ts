/** What a claim of ours says, each with the label that a pack shows. Code tells claims apart by their kind. */
export const CLAIM_LABELS = {
  name: 'Name',
  title: 'Title',
  address: 'Address',
  /** The one claim about the guest that is neither theirs nor the host's. */
  mailbox: 'Kind of address',
  linkedin: 'LinkedIn',
  theirTime: 'Their time',
  before: 'Before',
  othersThere: 'Others there',
  missed: 'Missed',
  next: 'Next',
  booked: 'Booked',
  alsoInvited: 'Also invited',
  note: 'Note',
  /** What the host wrote about the last meeting that took place. */
  noteOfLastTime: 'Note of last time',
  saysOfItself: 'Says of itself',
  webSite: 'Web site',
  parked: 'Site',
  leadsTo: 'Leads to',
  callsItself: 'Calls itself',
  describedAs: 'Described as',
  industry: 'Industry',
  people: 'People',
  founded: 'Founded',
  where: 'Where',
  newDomain: 'New',
  tools: 'Tools that its records name',
  siteLanguage: 'Language of its site',
  registered: 'Domain registered',
  mailBy: 'Mail by',
  hostedBy: 'Hosted by',
  namesBy: 'Name servers by',
  mailRecords: 'Mail records',
  profiles: 'Profiles',
  alsoInRecords: 'Also in its records',
  dns: 'DNS',
} as const;

export type ClaimKind = keyof typeof CLAIM_LABELS;

/** Facts of a company that nobody needs in the minutes before a meeting: how it runs its mail and site. */
const BACKGROUND: ReadonlySet<ClaimKind | undefined> = new Set<ClaimKind>([
  ...(['registered', 'mailBy', 'hostedBy', 'namesBy', 'mailRecords', 'siteLanguage', 'profiles'] as const),
  ...(['alsoInRecords', 'dns'] as const),
]);

export const isBackground = (kind: ClaimKind | undefined): boolean => BACKGROUND.has(kind);

/** The kind of a stored claim, which has its label alone. undefined: it is not of ours. */
export const kindOfLabel = (label: string): ClaimKind | undefined =>
  (Object.keys(CLAIM_LABELS) as ClaimKind[]).find((kind) => CLAIM_LABELS[kind] === label);
