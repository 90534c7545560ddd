/** How the flow of a delivery ends. waits: as a row, for its time, its turn, or its endpoint. gone: deleted with its endpoint. */
export type DeliveryEnd = 'delivered' | 'given_up' | 'waits' | 'gone';

/** Why an endpoint was disabled without a person. gone: it answered 410. */
export type WhyDisabled = 'gone' | 'failing';

/** What one attempt says to its flow: words and times only. */
export type DeliveryStep = { readonly end: DeliveryEnd } | { readonly waitMs: number };
