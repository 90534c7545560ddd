import { Link } from '@tanstack/react-router';
import { pageWords } from '../parts/page-words.ts';
import { PlaceHead } from './place-head.tsx';

const say = pageWords(
  {
    title: 'There is nothing here',
    lead: 'The address is wrong, or what it named is gone.',
    go: 'Go to your meetings',
  },
  {
    title: 'Hier ist nichts',
    lead: 'Die Adresse stimmt nicht, oder was sie nannte, ist weg.',
    go: 'Zu Ihren Terminen',
  },
);

/** An address below a page of ours that names nothing. */
export const NotFound = () => (
  <>
    <PlaceHead title={say.title} lead={say.lead} />
    <p>
      <Link to="/meetings">{say.go}</Link>
    </p>
  </>
);
