import { inLanguages } from '../../domain/languages.ts';

/** What only a page with a script can say. */
export const browserWords = inLanguages(
  {
    broken: 'Something on this page broke',
    brokenHint: 'It goes on without its extras. Nothing that you typed was sent.',
    offline: 'You are offline',
    offlineHint: 'What you typed stays here. Go on as soon as you are connected again.',
  },
  {
    broken: 'Ein Teil dieser Seite ist ausgefallen',
    brokenHint: 'Es geht ohne ihn weiter. Nichts von Ihren Eingaben wurde abgeschickt.',
    offline: 'Sie sind offline',
    offlineHint: 'Ihre Eingaben bleiben hier. Machen Sie weiter, sobald Sie wieder verbunden sind.',
  },
);
