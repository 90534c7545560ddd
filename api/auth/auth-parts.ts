import type { Sql } from 'postgres';
import type { Secrets } from '../../domain/secrets.ts';
import type { Urls } from '../core/urls.ts';

/** The services that authentication needs. */
export interface AuthParts {
  readonly sql: Sql;
  readonly secrets: Secrets;
  /** The prefix of keys made before the cutover. */
  readonly legacyKeyPrefix: string;
  readonly urls: Pick<Urls, 'appUrl'>;
}
