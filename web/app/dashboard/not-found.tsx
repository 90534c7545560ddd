import { Link } from '@tanstack/react-router';
import { PlaceHead } from './place-head.tsx';

/** An address below a page of ours that names nothing. */
export const NotFound = () => (
  <>
    <PlaceHead title="There is nothing here" lead="The address is wrong, or what it named is gone." />
    <p>
      <Link to="/meetings">Go to your meetings</Link>
    </p>
  </>
);
