import { browserWords } from '../../../texts/en/pages/frame.ts';

/** Shows when the connection is lost, and blocks sending meanwhile: what was typed stays on the page. */
export function watchConnection(): void {
  const words = browserWords;
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
