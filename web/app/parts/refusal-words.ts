import { inLanguages } from '../../../domain/languages.ts';

/** A refusal: what happened, and what to do. */
export type RefusalText = readonly [title: string, text: string];

/**
 * Refusals that a host meets on the dashboard, by their stable reason: the API's own words are for agents, and name tools and fields. A reason
 * that is not here has the API's words.
 */
export const refusalWords = inLanguages<Readonly<Record<string, RefusalText>>>(
  {
    already_decided: ['It was decided already', 'Somebody has approved or declined this request, or it has expired.'],
    booking_canceled: ['This meeting is canceled', 'It does not change any more. To meet after all, book a new time.'],
    booking_over: ['This meeting has begun', 'A meeting that has begun, or is over, cannot be moved or canceled.'],
    booking_not_found: ['This meeting is gone', 'It is in no list of this workspace any more.'],
    calendar_away: ['A calendar does not answer', 'Without a look into it nothing is booked. Try again in a moment.'],
    host_left: ['A host has left', 'This meeting cannot move without them. Cancel it, then book another one.'],
    limit_reached: ['That day is full', 'The event type has a limit of meetings. Choose another day.'],
    not_a_slot: ['That time is not open', 'Choose one of the times that are shown.'],
    not_begun: ['The meeting has not begun', 'Say who did not come once it has. Before, it can be moved or canceled.'],
    request_moved: ['The guest has moved this request', 'Look at its new time, then decide.'],
    slot_taken: ['That time is taken', 'Somebody was faster, or a calendar is busy then. Choose another time.'],
    too_far: ['That is too far ahead', 'This event type cannot be booked so far ahead.'],
    too_soon: ['That is too soon', 'The time has passed, or is within the notice that this event type asks for.'],
    too_many_mails: [
      'Too many mails today',
      'Guests who have proved no address get only so many mails a day. Nothing was changed.',
    ],
    too_many_moves: ['It was moved too often today', 'Ten moves a day are the most, as each one mails everybody.'],
    too_many_attempts: ['Too many tries', 'Nothing was changed.'],
    nothing_to_retry: [
      'There is nothing to write',
      'The meeting is over, or none of its hosts has chosen a calendar for new meetings.',
    ],
    deleted_by_host: [
      'Its host deleted the entry',
      'The meeting stands. Only they can put it back into their calendar.',
    ],
    role_missing: ['Your role does not allow this', 'Ask an owner of this workspace.'],
    not_yours: ['This belongs to somebody else', 'Managers, admins and owners can do it.'],
    session_only: ['Only a signed-in person can do this', 'Sign in, then try again.'],
    sign_in_too_old: ['Please sign in again', 'This asks for a sign-in within the last hour.'],
    changed_meanwhile: [
      'Somebody else has changed it',
      'Nothing of yours was saved. Load the page again, then make your change.',
    ],
    address_changed_lately: [
      'The address was changed lately',
      'For 7 days the old inbox can take that back. Until then this stays as it is.',
    ],
    already_member: ['This person is a member already', 'Change their role in the list of members.'],
    invitation_open: ['They have not joined yet', 'To give them another role, invite the same address again.'],
    too_many_invitations: [
      'Too many invitations today',
      'This address, or this workspace, has had the most for a day.',
    ],
    last_owner: ['A workspace needs an owner', 'Make somebody else an owner first.'],
    member_not_found: ['They are no member any more', 'Load the page again.'],
    host_not_found: ['They are no member any more', 'Load the page again.'],
    hand_over_required: ['They have coming meetings', 'Say who takes them over, or that they are canceled.'],
    hand_over_unfit: ['This person cannot take over', 'Choose another member who can host meetings.'],
    hand_over_conflict: [
      'The new host has no time for all of them',
      'They stay a member. Free the new host’s time then, cancel those meetings, or choose somebody else.',
    ],
    removal_under_way: ['Meetings are being handed over', 'Try again when that is over: it takes a minute.'],
    sole_owner: ['You are the only owner', 'Make somebody else an owner first, or delete the workspace.'],
    meetings_wait_for_owner: [
      'Meetings of yours wait for a new owner',
      'Try again when the owner has decided, or the meetings are over.',
    ],
    team_not_found: ['This team is gone', 'Somebody has deleted it. Load the page again.'],
    not_joined_yet: ['They have not joined yet', 'They can be in a team once they have accepted the invitation.'],
    slug_taken: ['This link is taken', 'Choose another one.'],
    slug_reserved: [
      'This link is not possible',
      'It is a word that the service needs, or has other letters than a to z, digits and hyphens.',
    ],
    slug_differs: ['That is not the name', 'Type the name of the link as it is shown. Nothing was deleted.'],
    same_address: ['That is your address already', 'Nothing was changed.'],
    address_taken: ['This address has an account of its own', 'Nothing was changed.'],
    too_many_address_links: ['Too many mails today', 'Nothing was changed.'],
    too_many_keys: ['You have the most keys', 'Revoke one first.'],
    key_not_found: ['This key is gone', 'Load the page again.'],
    seat_not_found: ['This seat is gone', 'Load the page again.'],
    expiry_passed: ['That day has passed', 'Choose a later one, or none.'],
    too_many_passkeys: ['You have the most passkeys', 'Remove one first.'],
    passkey_invalid: ['The passkey was not added', 'It needs your PIN, your fingerprint or your face. Try again.'],
    not_configured: ['This is not set up here', 'Who runs this installation can do it.'],
    connection_not_found: ['This calendar is not connected any more', 'Load the page again.'],
    calendar_not_found: ['This calendar is gone', 'Load the page again.'],
    calendar_read_only: ['This calendar can only be read', 'Choose one that you may change.'],
    guest_expected: [
      'This guest has coming meetings',
      'Cancel them, or wait until they are over. Nothing was deleted.',
    ],
    too_many_deletions: ['It was deleted too often today', 'Nothing was deleted now.'],
    erasure_begun: ['It cannot be restored any more', 'The 14 days are over, and it is being erased.'],
    workspace_deleted: ['This workspace is deleted', 'An owner can restore it under Settings, Workspace.'],
  },
  {
    already_decided: ['Das ist schon entschieden', 'Die Anfrage ist zugesagt, abgelehnt oder verfallen.'],
    booking_canceled: [
      'Dieser Termin ist abgesagt',
      'Er ändert sich nicht mehr. Für ein Treffen buchen Sie eine neue Zeit.',
    ],
    booking_over: [
      'Dieser Termin hat begonnen',
      'Was begonnen hat oder vorbei ist, lässt sich nicht verschieben oder absagen.',
    ],
    booking_not_found: ['Diesen Termin gibt es nicht mehr', 'Er steht in keiner Liste dieses Arbeitsbereichs.'],
    calendar_away: [
      'Ein Kalender antwortet nicht',
      'Ohne einen Blick hinein wird nichts gebucht. Versuchen Sie es gleich noch einmal.',
    ],
    host_left: [
      'Jemand hat den Arbeitsbereich verlassen',
      'Ohne diese Person lässt sich der Termin nicht verschieben. Sagen Sie ihn ab, und buchen Sie neu.',
    ],
    limit_reached: ['Dieser Tag ist voll', 'Die Terminart hat eine Höchstzahl. Wählen Sie einen anderen Tag.'],
    not_a_slot: ['Diese Zeit ist nicht frei', 'Wählen Sie eine der gezeigten Zeiten.'],
    not_begun: [
      'Der Termin hat noch nicht begonnen',
      'Wer nicht kam, vermerken Sie danach. Vorher können Sie ihn verschieben oder absagen.',
    ],
    request_moved: [
      'Der Gast hat die Anfrage verschoben',
      'Sehen Sie sich die neue Zeit an, und entscheiden Sie dann.',
    ],
    slot_taken: [
      'Diese Zeit ist vergeben',
      'Jemand war schneller, oder ein Kalender ist dann belegt. Wählen Sie eine andere.',
    ],
    too_far: ['Das ist zu weit voraus', 'So weit voraus lässt sich diese Terminart nicht buchen.'],
    too_soon: ['Das ist zu früh', 'Die Zeit ist vorbei, oder sie liegt im Vorlauf dieser Terminart.'],
    too_many_mails: [
      'Heute zu viele E-Mails',
      'Gäste, die ihre Adresse nicht bestätigt haben, erhalten am Tag nur wenige. Nichts wurde geändert.',
    ],
    too_many_moves: [
      'Heute zu oft verschoben',
      'Zehnmal am Tag ist das Meiste, denn jedes Mal erhalten alle eine E-Mail.',
    ],
    too_many_attempts: ['Zu viele Versuche', 'Nichts wurde geändert.'],
    nothing_to_retry: [
      'Es gibt nichts einzutragen',
      'Der Termin ist vorbei, oder kein Gastgeber hat einen Kalender für neue Termine gewählt.',
    ],
    deleted_by_host: [
      'Der Eintrag wurde im Kalender gelöscht',
      'Der Termin besteht. Nur wer ihn gelöscht hat, kann ihn wieder eintragen.',
    ],
    role_missing: ['Ihre Rolle erlaubt das nicht', 'Fragen Sie jemanden, dem der Arbeitsbereich gehört.'],
    not_yours: ['Das gehört jemand anderem', 'Manager, Admins und Inhaber können es.'],
    session_only: ['Das kann nur, wer angemeldet ist', 'Melden Sie sich an, und versuchen Sie es noch einmal.'],
    sign_in_too_old: ['Bitte melden Sie sich neu an', 'Dafür muss Ihre Anmeldung jünger als eine Stunde sein.'],
    changed_meanwhile: [
      'Jemand anderes hat es geändert',
      'Von Ihnen wurde nichts gespeichert. Laden Sie die Seite neu, und ändern Sie es dann.',
    ],
    address_changed_lately: [
      'Die Adresse wurde vor Kurzem geändert',
      '7 Tage lang kann das alte Postfach das zurücknehmen. So lange bleibt alles, wie es ist.',
    ],
    already_member: ['Diese Person ist schon Mitglied', 'Ihre Rolle ändern Sie in der Liste der Mitglieder.'],
    invitation_open: [
      'Diese Person ist noch nicht dabei',
      'Für eine andere Rolle laden Sie dieselbe Adresse noch einmal ein.',
    ],
    too_many_invitations: [
      'Heute zu viele Einladungen',
      'Für diese Adresse oder diesen Arbeitsbereich ist die Zahl des Tages erreicht.',
    ],
    last_owner: ['Ein Arbeitsbereich braucht einen Inhaber', 'Geben Sie zuerst jemand anderem diese Rolle.'],
    member_not_found: ['Diese Person ist kein Mitglied mehr', 'Laden Sie die Seite neu.'],
    host_not_found: ['Diese Person ist kein Mitglied mehr', 'Laden Sie die Seite neu.'],
    hand_over_required: ['Es stehen noch Termine an', 'Sagen Sie, wer sie übernimmt, oder dass sie abgesagt werden.'],
    hand_over_unfit: ['Diese Person kann nicht übernehmen', 'Wählen Sie ein anderes Mitglied, das Termine haben kann.'],
    hand_over_conflict: [
      'Nicht für alle Termine ist Zeit',
      'Die Person bleibt Mitglied. Schaffen Sie dem neuen Gastgeber dann Zeit, sagen Sie diese Termine ab, oder wählen Sie jemand anderen.',
    ],
    removal_under_way: [
      'Termine werden gerade übergeben',
      'Versuchen Sie es danach noch einmal: Das dauert eine Minute.',
    ],
    sole_owner: [
      'Nur Sie haben die Rolle Inhaber',
      'Geben Sie sie zuerst jemand anderem, oder löschen Sie den Arbeitsbereich.',
    ],
    meetings_wait_for_owner: [
      'Termine von Ihnen warten auf einen neuen Inhaber',
      'Versuchen Sie es wieder, wenn entschieden ist oder die Termine vorbei sind.',
    ],
    team_not_found: ['Dieses Team gibt es nicht mehr', 'Jemand hat es gelöscht. Laden Sie die Seite neu.'],
    not_joined_yet: [
      'Diese Person ist noch nicht dabei',
      'In ein Team kann sie, sobald sie die Einladung angenommen hat.',
    ],
    slug_taken: ['Dieser Link ist vergeben', 'Wählen Sie einen anderen.'],
    slug_reserved: [
      'Dieser Link ist nicht möglich',
      'Der Dienst braucht dieses Wort, oder es hat andere Zeichen als a bis z, Ziffern und Bindestriche.',
    ],
    slug_differs: [
      'Das ist nicht der Name',
      'Geben Sie den Namen des Links so ein, wie er dasteht. Nichts wurde gelöscht.',
    ],
    same_address: ['Das ist schon Ihre Adresse', 'Nichts wurde geändert.'],
    address_taken: ['Diese Adresse hat ein eigenes Konto', 'Nichts wurde geändert.'],
    too_many_address_links: ['Heute zu viele E-Mails', 'Nichts wurde geändert.'],
    too_many_keys: ['Mehr Schlüssel gehen nicht', 'Widerrufen Sie zuerst einen.'],
    key_not_found: ['Diesen Schlüssel gibt es nicht mehr', 'Laden Sie die Seite neu.'],
    seat_not_found: ['Diesen Platz gibt es nicht mehr', 'Laden Sie die Seite neu.'],
    expiry_passed: ['Dieser Tag ist vorbei', 'Wählen Sie einen späteren oder keinen.'],
    too_many_passkeys: ['Mehr Passkeys gehen nicht', 'Entfernen Sie zuerst einen.'],
    passkey_invalid: [
      'Der Passkey wurde nicht hinzugefügt',
      'Dafür braucht es Ihre PIN, Ihren Finger oder Ihr Gesicht. Versuchen Sie es noch einmal.',
    ],
    not_configured: ['Das ist hier nicht eingerichtet', 'Wer diese Installation betreibt, kann es einrichten.'],
    connection_not_found: ['Dieser Kalender ist nicht mehr verbunden', 'Laden Sie die Seite neu.'],
    calendar_not_found: ['Diesen Kalender gibt es nicht mehr', 'Laden Sie die Seite neu.'],
    calendar_read_only: ['Dieser Kalender lässt sich nur lesen', 'Wählen Sie einen, den Sie ändern dürfen.'],
    guest_expected: [
      'Dieser Gast hat noch Termine',
      'Sagen Sie sie ab, oder warten Sie, bis sie vorbei sind. Nichts wurde gelöscht.',
    ],
    too_many_deletions: ['Heute zu oft gelöscht', 'Jetzt wurde nichts gelöscht.'],
    erasure_begun: ['Das lässt sich nicht mehr zurückholen', 'Die 14 Tage sind vorbei, und alles wird gelöscht.'],
    workspace_deleted: [
      'Dieser Arbeitsbereich ist gelöscht',
      'Inhaber holen ihn unter Einstellungen, Arbeitsbereich zurück.',
    ],
  },
);
