import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { SignedChallenge } from '../../../schemas/shapes/passkeys.ts';
import { openLoginChallenge, takeLoginChallenge } from '../../../store/accounts/passkey-challenges.ts';
import { findCredential } from '../../../store/accounts/passkeys.ts';
import { signInByPasskey } from '../../../store/accounts/sign-in.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { returnPath } from '../../auth/return-to.ts';
import { credentialIdOf, newChallenge, readSigned, relyingPartyOf, requestOptions } from '../../sign-in/passkeys.ts';
import { stalePage } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { browserHash, hasSignInPageToken } from './browser.ts';
import { renderLogin } from './login-page.ts';
import { asksTooOften, startSession } from './start-session.ts';

/** POST /login/passkey/options: a challenge for the page's script. A page asks when it opens: counted like one. */
export async function sendPasskeyOptions(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  if (!hasSignInPageToken(visit, 'login')) return void visit.response.status(403).end();
  const { sql, urls } = visit.kit.services;
  const challenge = { id: uuidv7(), challenge: newChallenge() };
  await openLoginChallenge(sql, challenge, browserHash(visit));
  visit.response.json({
    challengeId: challenge.id,
    publicKey: requestOptions(relyingPartyOf(urls.appUrl), challenge.challenge),
  });
}

/** POST /login/passkey: signs this browser in by a signed challenge. The challenge is used up, whatever comes of it. */
export async function submitPasskey(visit: Visit): Promise<void> {
  if (await asksTooOften(visit)) return;
  const returnTo = returnPath(visit.field('return_to'));
  const words = visit.words(loginWords);
  const again = (notice: NoticeText, status: number): void => renderLogin(visit, returnTo, { notice, status });
  if (!hasSignInPageToken(visit, 'login')) return again(stalePage(visit.locale), 403);
  const { sql } = visit.kit.services;
  const challengeId = z.uuid().safeParse(visit.field('challengeId')).data;
  const challenge = challengeId && (await takeLoginChallenge(sql, challengeId, browserHash(visit)));
  if (!challenge) return again({ tone: 'warning', ...words.passkeyStale }, 400);
  const result = await signIn(visit, challenge);
  if (result === 'signed-in') return visit.goTo(returnTo);
  const refusal = result === 'blocked' ? words.passkeyBlocked : words.passkeyUnknown;
  renderLogin(visit, returnTo, { notice: { tone: 'error', ...refusal }, status: 403, isPasskeyRefused: true });
}

async function signIn(visit: Visit, challenge: Buffer): Promise<'signed-in' | 'blocked' | 'unknown'> {
  const { sql, urls } = visit.kit.services;
  const signed = signedOf(visit.field('credential'));
  const stored = signed && (await findCredential(sql, credentialIdOf(signed)));
  const use = stored && (await readSigned(relyingPartyOf(urls.appUrl), challenge, signed, stored));
  if (!use) return 'unknown';
  let isBlocked = false;
  const signedIn = await startSession(visit, 'passkey', async (session) => {
    const person = await signInByPasskey(sql, { ...use, passkeyId: stored.id, userId: stored.userId }, session);
    if (typeof person === 'object') return person;
    isBlocked = person === 'blocked';
    return undefined;
  });
  if (signedIn) return 'signed-in';
  return isBlocked ? 'blocked' : 'unknown';
}

function signedOf(text: string): SignedChallenge | undefined {
  try {
    return SignedChallenge.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
