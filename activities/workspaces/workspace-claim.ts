import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { type Secrets, signedId } from '../../domain/secrets.ts';
import type { ClaimMailEnd, WorkspaceClaimStanding } from '../../domain/workspaces/workspace-claim.ts';
import { readMailLanguage, readMailReader } from '../../store/accounts/mail-reader.ts';
import {
  dropWorkspaceClaim,
  findWorkspaceClaim,
  markWorkspaceClaimMailed,
  settleWorkspaceClaim,
} from '../../store/identity/workspace-claims.ts';
import { renderClaimAsked } from '../mail/claim-asked-message.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { deliverToUnproven } from '../mail/unproven.ts';
import { renderWorkspaceClaim } from '../mail/workspace-claim-message.ts';

export interface WorkspaceClaimDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the flow of a workspace's claim. Safe to repeat. */
export interface WorkspaceClaimActivities {
  /** Ends a claim whose time or key is over, and returns its state. */
  settleWorkspaceClaim(claimId: string): Promise<WorkspaceClaimStanding>;
  /**
   * Tells the owner, then asks the person, by one mail each.
   * @throws MailUnavailable the mail provider is away
   */
  mailWorkspaceClaim(claimId: string): Promise<ClaimMailEnd>;
}

export const createWorkspaceClaimActivities = (dependencies: WorkspaceClaimDependencies): WorkspaceClaimActivities => ({
  settleWorkspaceClaim: (claimId) => settleWorkspaceClaim(dependencies.sql, claimId),
  mailWorkspaceClaim: async (claimId) => {
    const { sql, secrets, mailer, service, links } = dependencies;
    const claim = await findWorkspaceClaim(sql, claimId);
    if (claim?.status !== 'pending') return 'late';
    const { keyId, ownerEmail } = claim;
    // First: whoever owns it can still stop it.
    if (keyId !== null && ownerEmail !== null) {
      const stopUrl = `${links.appUrl}/access/stop/${signedId(secrets.stopAccess, keyId)}`;
      const { language } = await readMailReader(sql, ownerEmail);
      await deliver(mailer, renderClaimAsked(service, { ...claim, ownerEmail, language, stopUrl }));
    }
    // The token is derived here and never stored, so no history, row or log holds it.
    const url = `${links.appUrl}/claim/${signedId(secrets.workspaceClaim, claimId)}`;
    const language = await readMailLanguage(sql, claim.prospectEmail, ownerEmail);
    const outcome = await deliverToUnproven(dependencies, { address: claim.prospectEmail }, (unproven) =>
      renderWorkspaceClaim(unproven, { ...claim, url, language }),
    );
    if (outcome === 'undeliverable') await dropWorkspaceClaim(sql, claimId);
    await markWorkspaceClaimMailed(sql, claimId);
    return outcome === 'accepted' ? 'mailed' : outcome;
  },
});
