import type { Sql } from 'postgres';
import type { ClaimMailEnd, ClaimStanding } from '../../domain/accounts/native-claim.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { nativeClaimToken, type Secrets } from '../../domain/secrets.ts';
import { readMailLanguage } from '../../store/accounts/mail-reader.ts';
import {
  dropClaim,
  markClaimMailed,
  readClaimStanding,
  readClaimToMail,
  withholdClaim,
} from '../../store/accounts/native-claims.ts';
import { hasRefusedInbox } from '../../store/identity/refused-requests.ts';
import { renderClaim } from '../mail/claim-message.ts';
import type { Mailer } from '../mail/send.ts';
import { deliverToUnproven } from '../mail/unproven.ts';

export interface NativeClaimDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the flow of a claim. Safe to repeat. */
export interface NativeClaimActivities {
  /** Expires the claim if its time is over, and returns its state. */
  readClaimStanding(claimId: string): Promise<ClaimStanding>;
  /** Mails the operator, once. */
  mailNativeClaim(claimId: string): Promise<ClaimMailEnd>;
}

export const createNativeClaimActivities = (dependencies: NativeClaimDependencies): NativeClaimActivities => ({
  readClaimStanding: (claimId) => readClaimStanding(dependencies.sql, claimId),
  mailNativeClaim: async (claimId) => {
    const { sql, secrets, links } = dependencies;
    const claim = await readClaimToMail(sql, claimId);
    if (!claim) return 'late';
    if (claim === 'mailed') return 'mailed';
    if (await hasRefusedInbox(sql, claim)) {
      // The same answer as ever, and no mail: the claim waits and expires.
      await withholdClaim(sql, claimId);
      return 'mailed';
    }
    // The token is derived here and never stored, so no history, row or log holds it.
    const url = `${links.appUrl}/claim/${nativeClaimToken(secrets, claimId)}`;
    const language = await readMailLanguage(sql, claim.operatorEmail, null);
    const outcome = await deliverToUnproven(dependencies, { address: claim.operatorEmail }, (service) =>
      renderClaim(service, { ...claim, url, language }),
    );
    await (outcome === 'accepted' ? markClaimMailed : dropClaim)(sql, claimId);
    return outcome === 'accepted' ? 'mailed' : outcome;
  },
});
