import { z } from 'zod';
import { readErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { Email, line, lines, Token } from '../../shapes/fields.ts';
import { MyLanguage, MyPerson } from '../../shapes/my-person.ts';
import { PictureFile } from '../../shapes/picture-file.ts';
import { signedIn } from '../../shapes/signed-in.ts';

const Bio = lines(300)
  .regex(/\S/, 'must have some text; null removes it')
  .nullable()
  .describe('A few words about you, for guests, as plain text. null: none.');

const Me = z.object({
  user: MyPerson,
  profile: z
    .object({
      bio: z.string().nullable().describe('A few words to guests, below the name; null: none.'),
      photoUrl: z.url().nullable().describe('Your picture; null: your initials stand there.'),
    })
    .describe('How guests see you, in all your workspaces.'),
  addressChange: z
    .object({ email: z.string().describe('The new address.'), expiresAt: z.iso.datetime().describe('Expiry (UTC).') })
    .nullable()
    .describe('A new address that waits for its link to be opened; null: none.'),
});

const linkPage = {
  surface: 'page',
  method: 'POST',
  auth: 'none',
  effect: 'destroy',
  rateClass: 'publicRead',
  errors: [...readErrors, 'resource.conflict'],
} as const;

/** A person's own account (contract, Dashboard). Sessions only: a name and an address are those of all workspaces. */
export const me = defineArea({
  getMe: {
    ...signedIn,
    title: 'Get your account',
    summary: 'Your name and address, how guests see you, and an address that waits for its link.',
    method: 'GET',
    path: '/me',
    effect: 'read',
    input: z.object({}),
    output: Me,
  },
  updateMe: {
    ...signedIn,
    title: 'Change your account',
    summary:
      'Changes your name and the words about you, in all workspaces, the language of your pages and mails, or asks for another address. The address changes once its link, mailed to it, is opened in a browser where you are signed in: until then nothing changes. The link works for an hour; the same address again within 2 minutes mails nothing. An address needs a sign-in within the last hour.',
    method: 'PATCH',
    path: '/me',
    effect: 'write',
    flow: true,
    errors: [...signedIn.errors, 'auth.forbidden', 'request.unprocessable'],
    input: z.object({
      name: line(1, 120).optional().describe('Shown to guests, and in mails.'),
      email: Email.optional().describe('The new address. A link is mailed to it.'),
      language: MyLanguage.optional(),
      bio: Bio.optional(),
    }),
    output: Me,
  },
  setMyPhoto: {
    ...signedIn,
    title: 'Set your picture',
    summary:
      "Sets the picture of you on guests' pages, in all workspaces; null removes it. PNG, JPEG or WebP by its content, at most 256 KB and 2048 pixels a side; it is shown as a circle, so a square looks best. Metadata in the file (place, camera, comments, also rotation) is dropped.",
    method: 'POST',
    path: '/me/photo',
    effect: 'write',
    largeBody: true,
    errors: [...signedIn.errors, 'auth.forbidden', 'request.unprocessable'],
    input: z.object({ image: PictureFile }),
    output: Me,
  },
  deleteMe: {
    ...signedIn,
    title: 'Delete your account',
    summary:
      'Deletes your account for good: your sessions, keys, grants, passkeys and calendars end at once, your name and address are forgotten, and you leave every workspace. Upcoming meetings are canceled; hand them over before, by leaving a workspace with remove_member. Refused while you are the only owner of a workspace that is not deleted: make somebody else an owner, or delete it (DELETE /workspace); and while meetings of yours in a workspace that somebody took over wait for its owner. Needs a sign-in within the last hour. It cannot be undone.',
    method: 'DELETE',
    path: '/me',
    effect: 'destroy',
    flow: true,
    errors: [...signedIn.errors, 'auth.forbidden', 'resource.conflict', 'request.unprocessable'],
    input: z.object({
      confirm: z.literal('delete').describe('"delete": you mean it.'),
      upcomingMeetings: z
        .literal('cancel')
        .optional()
        .describe('"cancel": your upcoming meetings are canceled, and their guests told. Needed if you have any.'),
    }),
    output: z.object({
      status: z.literal('deleted'),
      meetingsToCancel: z.int().min(0).describe('Upcoming meetings that are being canceled.'),
      message: z.string(),
    }),
  },
  confirmAddress: {
    ...signedIn,
    title: 'Confirm your new address',
    summary:
      'Makes the address of a mailed link yours, and ends your other sessions. Only who asked for it, signed in. The old address is told. Repeats change nothing.',
    method: 'POST',
    path: '/me/address',
    effect: 'write',
    flow: true,
    repeatable: true,
    errors: [...signedIn.errors, 'resource.not_found', 'resource.conflict'],
    input: z.object({ token: Token.describe('From the mail to the new address.') }),
    output: Me,
  },
  undoAddress: {
    ...linkPage,
    title: 'Take a new address back',
    summary:
      'Gives an account its old address again, and ends all its sessions, every passkey, linked account, key, agent and calendar that came since, and its open invitations. The token of the mail to the old address is the proof; no sign-in. Within 7 days. Repeats change nothing.',
    path: '/account/address/undo/{token}',
    input: z.object({ token: Token.describe('From the mail to the old address.') }),
    output: z.object({ undone: z.literal(true) }),
  },
});
