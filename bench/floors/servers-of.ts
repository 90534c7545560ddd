/** Where the product's own PostgreSQL and Temporal are: the floors use the same ones. */
export interface Servers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
}

export const FLOOR_QUEUE = 'bench-floor';
