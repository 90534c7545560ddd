import { describe, expect, it } from 'vitest';
import { queryReader } from '../../../api/rest/query-text.ts';
import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { staticAnswer } from '../../../domain/slots-answer/slots-answer.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { bookable } from '../../../schemas/operations/bookable.ts';
import { manage } from '../../../schemas/operations/booking/manage.ts';
import { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import { GUESSES_PER_CLIENT } from '../../../store/booking/code-guesses.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../../../store/booking/code-requests.ts';
import { HOLD_FIRM_MS } from '../../../store/booking/holds.ts';
import { eventWith, eventWithPolicy, sampleEvent, urls } from './sample-event.ts';

const publicOperations: readonly Operation[] = [
  ...Object.values(bookable),
  ...Object.values(publicBooking),
  ...Object.values(manage),
];
const API = `${urls.publicUrl}/api/v1/public`;

const values: Readonly<Record<string, string>> = {
  email: 'sam+work@example.com',
  startUtc: '2026-11-23T08:00:00.000Z',
  timezone: 'America/New_York',
  'customFields.topic': 'Prices & terms, 100% = ?',
  'customFields.email': 'billing@example.com',
  confirmUrl: `${API}/confirm/abc`,
  code: '123456',
};

/** Fills a template literally, as an agent does. */
const fillIn = (template: string): URL =>
  new URL(
    template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
      const value = values[name];
      expect(value, name).toBeDefined();
      return name === 'confirmUrl' ? String(value) : encodeURIComponent(String(value));
    }),
  );

/** The input that the server reads from a URL. */
const inputOf = (url: URL, operation: Operation): unknown => {
  const path: Record<string, string> = {};
  const here = url.pathname.slice('/api/v1/public'.length).split('/');
  operation.path.split('/').forEach((part, position) => {
    if (part.startsWith('{')) path[part.slice(1, -1)] = decodeURIComponent(here[position] ?? '');
    else expect(here[position]).toBe(part);
  });
  return operation.input.parse({ ...queryReader(operation)(url.search.slice(1)), ...path });
};

const stepsOf = (event: BookableEvent) => {
  const [propose, collect, request, confirm, ...more] = staticAnswer(event, urls).bookingProtocol.flow.steps;
  if (!propose || !collect || !request || !confirm || more.length > 0) throw new Error('there are four steps');
  return { propose, collect, request, confirm };
};

const textsOf = (event: BookableEvent): string => {
  const { bookingProtocol, instructions, howToBookSteps } = staticAnswer(event, urls);
  return JSON.stringify([bookingProtocol, instructions, howToBookSteps]);
};

/** The JSON that an instruction shows for a POST to an address, its placeholders filled in. */
const bodyOf = (event: BookableEvent, path: string): unknown => {
  const line = staticAnswer(event, urls).instructions.find((text) => text.includes(`POST ${API}${path} with `));
  const body = line?.split(`POST ${API}${path} with `)[1]?.match(/\{.*?\}+(?=[.;]| (?!"))/)?.[0];
  return JSON.parse(
    String(body)
      .replaceAll("<guest's email>", 'sam@example.com')
      .replaceAll(/<startUtc[^>]*>/g, '2026-11-23T08:00:00.000Z')
      .replaceAll('<six digits>', '123456')
      .replaceAll('<IANA zone>', 'Europe/Berlin')
      .replaceAll('<answer>', '"x"'),
  );
};
const address = { workspace: 'acme', username: 'ada', eventSlug: 'deep-dive-60' };

describe('what the steps say can be done as it is read', () => {
  it('step 1 is a slots call', () => {
    expect(inputOf(fillIn(String(stepsOf(sampleEvent).propose.urlTemplate)), bookable.listSlots)).toEqual({
      ...address,
      timezone: 'America/New_York',
    });
  });

  it('step 2 asks for what step 3 needs, and for the optional rest', () => {
    const { collect, request } = stepsOf(sampleEvent);
    expect(Object.keys(collect.input ?? {})).toEqual([
      'email',
      'timezone',
      'name',
      'customFields.topic',
      'customFields.email',
      'customFields.uses_other',
      'customFields.other',
    ]);
    expect(collect.input).toMatchObject({
      'customFields.other': 'Which one? (short_text, required if its conditionalLogic holds)',
    });
    expect(request.requires).toEqual(['email', 'startUtc', 'timezone', 'customFields.topic', 'customFields.email']);
    expect(collect.requires?.every((key) => request.requires?.includes(key))).toBe(true);
  });

  it('step 3 is a code request that carries the whole booking', () => {
    expect(inputOf(fillIn(String(stepsOf(sampleEvent).request.urlTemplate)), publicBooking.requestConfirmLink)).toEqual(
      {
        ...address,
        email: 'sam+work@example.com',
        startAt: '2026-11-23T08:00:00.000Z',
        timezone: 'America/New_York',
        customFields: { topic: 'Prices & terms, 100% = ?', email: 'billing@example.com' },
      },
    );
  });

  it('both recipes of GET say where the name and others go, so that neither is lost', () => {
    for (const event of [sampleEvent, eventWithPolicy({ requireOtpAgent: false })]) {
      const [, request] = staticAnswer(event, urls).howToBookSteps;
      for (const text of [request, stepsOf(event).request.description]) {
        expect(text).toContain('&name=');
        expect(text).toContain('&guests=');
      }
      const url = fillIn(`${stepsOf(event).request.urlTemplate}&name=Sam%20Guest&guests=kim@example.com`);
      expect(inputOf(url, publicBooking.requestConfirmLink)).toMatchObject({
        name: 'Sam Guest',
        guests: ['kim@example.com'],
      });
    }
  });

  it('every optional name of a step is one that its operation reads', () => {
    const { propose, request } = stepsOf(sampleEvent);
    expect(Object.keys(bookable.listSlots.input.shape)).toEqual(
      expect.arrayContaining(Object.keys(propose.optionalQuery ?? {})),
    );
    const names = Object.keys(request.optionalQuery ?? {}).map((name) => name.replace(/\[.*/, ''));
    expect(Object.keys(publicBooking.requestConfirmLink.input.shape)).toEqual(expect.arrayContaining(names));
    expect(request.optionalQuery).toHaveProperty(['customFields[other]']);
    expect(request.optionalQuery).not.toHaveProperty(['customFields[topic]']);
  });

  it('every name that a step returns is in the answer of its operation', () => {
    const { propose, request, confirm } = stepsOf(sampleEvent);
    const shapes = [
      [propose, bookable.listSlots.output.shape],
      [request, publicBooking.requestConfirmLink.output.shape],
      [confirm, publicBooking.confirm.output.shape],
    ] as const;
    for (const [step, shape] of shapes) {
      for (const name of step.returns ?? []) expect(shape).toHaveProperty(String(name.split('.')[0]));
    }
  });

  it('step 4 is the confirm call with the code', () => {
    expect(inputOf(fillIn(String(stepsOf(sampleEvent).confirm.urlTemplate)), publicBooking.confirm)).toEqual({
      challengeToken: 'abc',
      code: '123456',
    });
  });
});

describe('what the instructions say can be sent as it is read', () => {
  it('asks for a code', () => {
    const body = bodyOf(sampleEvent, '/acme/ada/deep-dive-60/otp') as object;
    expect(publicBooking.requestCode.input.parse({ ...address, ...body })).toMatchObject({ email: 'sam@example.com' });
  });

  it('books with all required answers', () => {
    const body = bodyOf(sampleEvent, '/acme/ada/deep-dive-60/book') as object;
    expect(publicBooking.book.input.parse({ ...address, ...body })).toMatchObject({
      code: '123456',
      invitee: { email: 'sam@example.com', timezone: 'Europe/Berlin' },
      customFields: { topic: 'x', email: 'x' },
    });
  });

  it('books without answers where nothing is asked', () => {
    const body = bodyOf({ ...sampleEvent, form: null }, '/acme/ada/deep-dive-60/book');
    expect(body).not.toHaveProperty('customFields');
  });

  it('cancels and reschedules', () => {
    expect(manage.cancelAsGuest.input.safeParse(bodyOf(sampleEvent, '/manage/cancel')).success).toBe(true);
    expect(manage.rescheduleAsGuest.input.safeParse(bodyOf(sampleEvent, '/manage/reschedule')).success).toBe(true);
  });

  it('names addresses and tools that exist, and none besides', () => {
    const texts = textsOf(sampleEvent);
    const paths = [...texts.matchAll(/https:\/\/book\.example\.com\/api\/v1\/public(\/[^\s?{"\\,;)]*)/g)].map(
      ([, path]) => path,
    );
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) {
      const served = publicOperations.some((operation) =>
        new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(String(path)),
      );
      expect(served, path).toBe(true);
    }
    for (const tool of ['get_availability', 'request_booking_code', 'confirm_booking']) {
      expect(texts).toContain(tool);
      expect(publicOperations.some((operation) => operation.tool === tool)).toBe(true);
    }
  });
});

describe('numbers', () => {
  it('are those that the store keeps to', () => {
    const texts = textsOf(sampleEvent);
    expect(texts).toContain(`valid for ${CODE_LIFETIME_MS / 60_000} minutes`);
    expect(texts).toContain(`holds the slot for ${HOLD_FIRM_MS / 60_000} minutes`);
    expect(texts).toContain(`Holds the slot for ${HOLD_FIRM_MS / 60_000} minutes`);
    expect(texts).toContain(`within ${RESEND_AFTER_MS / 1_000} seconds it answers the same`);
    expect(texts).toContain(`${GUESSES_PER_CLIENT} wrong tries burn a code`);
    expect(texts).toContain(`counts down from ${GUESSES_PER_CLIENT}`);
  });
});

describe('settings change the words', () => {
  it('of an event that needs no code', () => {
    const event = eventWithPolicy({ requireOtpAgent: false });
    const { request, confirm } = stepsOf(event);
    expect(staticAnswer(event, urls).bookingProtocol.emailConfirmation?.required).toBe(false);
    expect(request.sideEffects?.join()).not.toContain('Mails a code');
    expect(confirm).toMatchObject({ urlTemplate: '{confirmUrl}', requires: ['confirmUrl'] });
    expect(inputOf(fillIn('{confirmUrl}'), publicBooking.confirm)).toEqual({ challengeToken: 'abc' });
    expect(textsOf(event)).toContain('this event then needs no code');
    expect(textsOf(sampleEvent)).not.toContain('this event then needs no code');
  });

  it('of an event that needs approval', () => {
    expect(textsOf(eventWith({ requiresApproval: true }))).toContain('pending_confirmation');
    expect(textsOf(sampleEvent)).not.toContain('pending_confirmation');
  });

  it('of an event that refuses some addresses', () => {
    expect(textsOf(eventWithPolicy({ requireBusinessEmail: true }))).toContain('business_email_required');
    expect(textsOf(eventWithPolicy({ blockRestrictedEmailDomains: true }))).toContain('email_domain_blocked');
    expect(textsOf(sampleEvent)).not.toMatch(/business_email_required|email_domain_blocked/);
  });

  it('of a locked workspace, which no agent can book', () => {
    const locked = { ...sampleEvent, workspace: { ...sampleEvent.workspace, locked: true } };
    expect(staticAnswer(locked, urls).bookingProtocol.agentCompletable).toBe(false);
    expect(staticAnswer(sampleEvent, urls).bookingProtocol.agentCompletable).toBe(true);
  });
});

it('encodes every part of the link, and leads to teams too', () => {
  const event: BookableEvent = {
    ...eventWith({ slug: 'a b' }),
    host: { ...sampleEvent.host, username: 'team/sales?' },
    workspace: { ...sampleEvent.workspace, slug: 'ä' },
  };
  const { links } = staticAnswer(event, urls);
  expect(links.page).toBe('https://book.example.com/%C3%A4/team/sales%3F/a%20b');
  expect(links.otp).toBe('https://book.example.com/api/v1/public/%C3%A4/team/sales%3F/a%20b/otp');
});
