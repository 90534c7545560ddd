import { inLanguages } from '../../domain/languages.ts';

/** Texts that only scripts show. */
export const browserWords = inLanguages(
  {
    broken: 'A part of this page does not work',
    brokenHint: 'You can use the page without it. Nothing that you typed was sent.',
    offline: 'You are offline',
    offlineHint: 'What you typed stays here. Continue as soon as you are connected again.',
  },
  {
    broken: 'Ein Teil dieser Seite ist ausgefallen',
    brokenHint: 'Sie können die Seite ohne ihn benutzen. Nichts von Ihren Eingaben wurde abgeschickt.',
    offline: 'Sie sind offline',
    offlineHint: 'Ihre Eingaben bleiben hier. Machen Sie weiter, sobald Sie wieder verbunden sind.',
  },
);
