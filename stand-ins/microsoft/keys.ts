import type { Calendar, Event, MailboxSettings, Subscription } from '@microsoft/microsoft-graph-types';

/** All properties of an event. The compiler compares them with Microsoft's types. */
export const EVENT_KEYS = {
  ...{ id: true, allowNewTimeProposals: true, attendees: true, body: true, bodyPreview: true },
  ...{ cancelledOccurrences: true, end: true, hasAttachments: true, hideAttendees: true, iCalUId: true },
  ...{ importance: true, isAllDay: true, isCancelled: true, isDraft: true, isOnlineMeeting: true, isOrganizer: true },
  ...{ isReminderOn: true, location: true, locations: true, onlineMeeting: true, onlineMeetingProvider: true },
  ...{ onlineMeetingUrl: true, organizer: true, originalEndTimeZone: true, originalStart: true },
  ...{ originalStartTimeZone: true, recurrence: true, reminderMinutesBeforeStart: true, responseRequested: true },
  ...{ responseStatus: true, sensitivity: true, seriesMasterId: true, showAs: true, start: true, subject: true },
  ...{ transactionId: true, type: true, webLink: true, attachments: true, calendar: true },
  ...{ exceptionOccurrences: true, extensions: true, instances: true, multiValueExtendedProperties: true },
  ...{ singleValueExtendedProperties: true, categories: true, changeKey: true, createdDateTime: true },
  ...{ lastModifiedDateTime: true },
} satisfies Record<keyof Event, true>;

export const CALENDAR_KEYS = {
  ...{ id: true, allowedOnlineMeetingProviders: true, canEdit: true, canShare: true, canViewPrivateItems: true },
  ...{ changeKey: true, color: true, defaultOnlineMeetingProvider: true, hexColor: true, isDefaultCalendar: true },
  ...{ isRemovable: true, isTallyingResponses: true, name: true, owner: true, calendarPermissions: true },
  ...{ calendarView: true, events: true, multiValueExtendedProperties: true, singleValueExtendedProperties: true },
} satisfies Record<keyof Calendar, true>;

export const SUBSCRIPTION_KEYS = {
  ...{ id: true, applicationId: true, changeType: true, clientState: true, creatorId: true },
  ...{ encryptionCertificate: true, encryptionCertificateId: true, expirationDateTime: true },
  ...{ includeResourceData: true, latestSupportedTlsVersion: true, lifecycleNotificationUrl: true },
  ...{ notificationQueryOptions: true, notificationUrl: true, notificationUrlAppId: true, resource: true },
} satisfies Record<keyof Subscription, true>;

export const SETTINGS_KEYS = {
  ...{ archiveFolder: true, automaticRepliesSetting: true, dateFormat: true, language: true, timeFormat: true },
  ...{ delegateMeetingMessageDeliveryOptions: true, timeZone: true, userPurpose: true, workingHours: true },
} satisfies Record<keyof MailboxSettings, true>;
