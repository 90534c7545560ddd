import type { Sql } from 'postgres';
import { z } from 'zod';
import { shownLetterCode } from '../../domain/access/letter-code.ts';
import type { CodeMailEnd } from '../../domain/accounts/mailed-code.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { mailedCode, type Secrets } from '../../domain/secrets.ts';
import { readMailLanguage } from '../../store/accounts/mail-reader.ts';
import { dropMailedCode, markMailedCodeAccepted, readCodeToMail } from '../../store/accounts/mailed-codes.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { renderSignInCode } from '../mail/sign-in-code-message.ts';

/** What the app said of itself when it asked (`startNativeEmail`). */
const AppOfCode = z.object({
  clientName: z.string().nullish().default(null),
  agentName: z.string().nullish().default(null),
});

export interface NativeSignInDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
}

/** The activities of the flow of a native sign-in. Safe to repeat. */
export interface NativeSignInActivities {
  /** Mails the code to its address, once for each request. */
  mailNativeCode(codeId: string): Promise<CodeMailEnd>;
}

export const createNativeSignInActivities = ({
  sql,
  secrets,
  mailer,
  service,
}: NativeSignInDependencies): NativeSignInActivities => ({
  mailNativeCode: async (codeId) => {
    const found = await readCodeToMail(sql, 'native_sign_in', codeId);
    if (!found) return 'late';
    if (found === 'mailed') return 'mailed';
    const { issueNo, email, minutesLeft, clientIp, issuedAt } = found;
    const asked = { clientIp, issuedAt, ...AppOfCode.parse(found.about) };
    const language = await readMailLanguage(sql, email, null);
    // The code is derived here and never stored, so no history, row or log holds it.
    const code = shownLetterCode(mailedCode(secrets, 'native_sign_in', codeId, issueNo));
    const mail = renderSignInCode(service, { codeId, issueNo, email, minutesLeft, code, language, ...asked });
    if ((await deliver(mailer, mail)) === 'undeliverable') {
      await dropMailedCode(sql, codeId);
      return 'undeliverable';
    }
    await markMailedCodeAccepted(sql, codeId, issueNo);
    return 'mailed';
  },
});
