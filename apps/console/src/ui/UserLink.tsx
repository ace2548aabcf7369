import { Link } from '@tanstack/react-router';

/** A UID that links to its account. */
export function UserLink({ uid }: { uid: number }) {
  return (
    <Link to="/users" search={{ uid }} className="figure" onClick={(event) => event.stopPropagation()}>
      {uid}
    </Link>
  );
}
