/** Our account at the payment provider: the real one, or that of a stand-in on this machine. */
export interface PaymentsAccount {
  /** As people read it: "Stripe", "Stripe (local stand-in)". */
  readonly label: string;
  readonly secretKey: string;
  /** null (local mode only): webhooks are refused, and the list of events is read instead. */
  readonly webhookSecret: string | null;
  /** An origin, without a slash at its end. */
  readonly apiUrl: string;
}
