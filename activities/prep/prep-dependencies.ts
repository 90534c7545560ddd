import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import type { Mailer } from '../mail/send.ts';
import type { LookUpDomain } from './look-up-domain.ts';

/** What the activities of prep packs need. */
export interface PrepDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
  readonly heartbeat: () => void;
  /** null: this installation looks nothing up. */
  readonly lookUpDomain: LookUpDomain | null;
  /** Called when our own code broke. The flow goes on without this part. */
  readonly onPrepFault: (bookingId: string, part: 'look-up' | 'pack', error: unknown) => void;
}
