import { Link } from '@tanstack/react-router';
import { notFoundWords as say } from '../../../texts/en/dashboard/shell.ts';
import { PlaceHead } from './place-head.tsx';

/** An address below a page of ours that names nothing. */
export const NotFound = () => (
  <>
    <PlaceHead title={say.title} lead={say.lead} />
    <p>
      <Link to="/meetings">{say.go}</Link>
    </p>
  </>
);
