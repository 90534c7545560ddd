/** Limits for the public web pages of a workspace: each page shows everything. */
export const EVENT_TYPE_CAPS = {
  /** Active event types of one host, or of one team. */
  perOwner: 200,
  perWorkspace: 1_000,
  /** A form as JSON in UTF-8. */
  formBytes: 32_000,
  /** All forms of the active event types of one host, or of one team. */
  formBytesPerOwner: 1_000_000,
  /** Event types in the answer of a public calendar. */
  listed: 200,
} as const;
