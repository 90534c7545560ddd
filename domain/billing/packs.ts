/** A pack of credits for enrichment. */
interface PackTerms {
  readonly name: string;
  readonly credits: number;
  readonly usd: number;
  /** once: the credits last for 12 months. monthly: they come each month and end with it. */
  readonly paid: 'once' | 'monthly';
}

/** The one table of packs and their prices (contract.md, Billing). The names are the catalogIds of the API. */
export const PACKS = {
  enrichment_pack_50: { name: '50 enrichment credits', credits: 50, usd: 15, paid: 'once' },
  enrichment_pack_200: { name: '200 enrichment credits', credits: 200, usd: 50, paid: 'once' },
  enrichment_pack_500: { name: '500 enrichment credits', credits: 500, usd: 100, paid: 'once' },
  enrichment_starter: { name: 'Enrichment Starter, 100 credits a month', credits: 100, usd: 20, paid: 'monthly' },
  enrichment_growth: { name: 'Enrichment Growth, 300 credits a month', credits: 300, usd: 50, paid: 'monthly' },
  enrichment_scale: { name: 'Enrichment Scale, 1,000 credits a month', credits: 1_000, usd: 150, paid: 'monthly' },
} as const satisfies Readonly<Record<string, PackTerms>>;

export type PackId = keyof typeof PACKS;
