import type { Path } from '../../lib/paths.ts';
import type { Screen } from '../../lib/screen.ts';
import { onItsWayText } from './text.ts';

/** The screen for an address whose product does not exist yet. */
export const onItsWay = (path: Path): Screen => ({
  path,
  load: () => import('./OnItsWay.tsx'),
  texts: [onItsWayText],
  skeleton: 'article',
});
