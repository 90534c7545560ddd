import { browserWords } from '../../texts/browser.ts';
import { pageLocale } from './page-locale.ts';

/** Shows when the connection is lost, and blocks sending meanwhile: what was typed stays on the page. */
export function watchConnection(): void {
  const words = browserWords[pageLocale().language];
  const note = document.createElement('p');
  note.className = 'connection';
  note.setAttribute('role', 'status');
  document.getElementById('main')?.prepend(note);
  const show = (isOffline: boolean): void => {
    note.textContent = isOffline ? `${words.offline}. ${words.offlineHint}` : '';
  };
  addEventListener('offline', () => show(true));
  addEventListener('online', () => show(false));
  addEventListener('submit', (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    show(true);
  });
  show(!navigator.onLine);
}
