import { randomUUID } from 'node:crypto';
import type { Event, ItemBody } from '@microsoft/microsoft-graph-types';
import type { Person } from './people.ts';

/** How Teams links are made: at once, later, or not at all, as a tenant's policy may say. */
export interface TeamsSettings {
  readonly delayMs: number;
  readonly outcome: 'success' | 'failure';
}

type Meeting = Pick<Event, 'isOnlineMeeting' | 'onlineMeetingProvider' | 'onlineMeeting' | 'body' | 'bodyPreview'>;

const NONE = { isOnlineMeeting: false, onlineMeetingProvider: 'unknown', onlineMeeting: null } as const;

const html = (text: string): string => `<html><body>${text}</body></html>`;

function plainBody(given: Event['body']) {
  const content = given?.content ?? '';
  const body: ItemBody = { contentType: 'html', content: given?.contentType === 'html' ? content : html(content) };
  return { body, bodyPreview: content.slice(0, 255) };
}

/** The meeting of a new event. An account of a person gets one only if the provider is left out. */
export function meetingOf(settings: TeamsSettings, person: Person, wanted: Event): Meeting {
  const isPossible = !(person.isPersonal && wanted.onlineMeetingProvider) && settings.outcome === 'success';
  const { body, bodyPreview } = plainBody(wanted.body);
  if (!wanted.isOnlineMeeting || !isPossible) return { body, bodyPreview, ...NONE };
  const path = person.isPersonal ? 'teams.live.com/meet' : 'teams.microsoft.com/l/meetup-join';
  const joinUrl = `https://${path}/${randomUUID().replaceAll('-', '')}`;
  return {
    isOnlineMeeting: true,
    onlineMeetingProvider: 'teamsForBusiness',
    // The text of the link is part of the body: a body without it ends the meeting.
    body: { contentType: 'html', content: `${body.content}<div class="me-email-text">${joinUrl}</div>` },
    bodyPreview,
    onlineMeeting: { joinUrl },
  };
}

/** What a PATCH of the body does to the meeting. */
export function withBody({ isOnlineMeeting, onlineMeeting }: Event, { body }: Event): Meeting {
  if (!body) return {};
  const keepsLink = !isOnlineMeeting || (body.content ?? '').includes(onlineMeeting?.joinUrl ?? '');
  return { ...plainBody(body), ...(keepsLink ? {} : NONE) };
}
