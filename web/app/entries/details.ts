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
  // First what was typed, then what follows from it.
  keepDraft(form);
  showAsked(form, questions);
  const guests = listGuests(form);
  checkAsTyped(form, questions, guests);
}
// After what may hold a form back.
watchSending();
