/** Addresses of the product's PostgreSQL and Temporal. The floors use the same servers. */
export interface Servers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
}

export const FLOOR_QUEUE = 'bench-floor';
