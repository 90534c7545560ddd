import { showAsked } from '../booking/asked-questions.ts';
import { checkAsTyped } from '../booking/check-as-typed.ts';
import { watchConnection } from '../booking/connection.ts';
import { keepDraft } from '../booking/draft.ts';
import { listGuests } from '../booking/guest-list.ts';
import { readQuestions } from '../booking/questions.ts';
import { watchSending } from '../booking/sending.ts';

watchConnection();
const form = document.querySelector<HTMLFormElement>('form.details');
if (form) {
  const questions = readQuestions();
  // First the draft: the rest depends on it.
  keepDraft(form);
  showAsked(form, questions);
  const guests = listGuests(form);
  checkAsTyped(form, questions, guests);
}
// After what may stop the form.
watchSending();
