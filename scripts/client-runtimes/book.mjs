import { createHoldfast, dataOf, HoldfastError } from '@holdfast/client';

/** A guest books a slot of the demo's host with the mailed code, then asks for an event that does not exist. @returns the answer's words */
export async function book(appUrl, publicUrl) {
  const { guest } = createHoldfast({ appUrl, publicUrl });
  const path = { workspace: 'acme', username: 'ada', eventSlug: 'intro-30' };
  const timezone = 'Europe/Berlin';
  const email = `runtime-${crypto.randomUUID()}@example.com`;
  const event = '/{workspace}/{username}/{eventSlug}';
  const query = { when: 'in two weeks', timezone };
  const { slots } = await dataOf(guest.GET(`${event}/slots`, { params: { path, query } }));
  const startAt = slots[Math.floor(Math.random() * slots.length)].startUtc;
  await dataOf(guest.POST(`${event}/otp`, { params: { path }, body: { email, startAt, timezone } }));
  const mailbox = await fetch(`${appUrl}/dev/mailbox.json?to=${email}`);
  const code = (await mailbox.json()).messages[0].subject.slice(0, 6);
  const body = { startAt, code, invitee: { email, timezone } };
  const { message } = await dataOf(guest.POST(`${event}/book`, { params: { path }, body }));
  const wrong = { ...path, eventSlug: 'no-such-event' };
  const error = await guest.GET(`${event}/slots`, { params: { path: wrong, query } }).catch((thrown) => thrown);
  if (!(error instanceof HoldfastError) || error.status !== 404) throw new Error(`No HoldfastError came: ${error}`);
  return message;
}
