import type { Path } from '../../lib/paths.ts';
import type { Screen, Tab } from '../../lib/screen.ts';
import { onItsWayText } from './text.ts';

/** The tabs stay tabs while their screen is not there. */
const TABS: Readonly<Partial<Record<Path, Tab>>> = {
  '/': 'home',
  '/pages/index/index': 'home',
  '/pages/market/market': 'market',
  '/pages/transaction/index': 'trade',
  '/pages/financial/index': 'finance',
  '/pages/fund/assets': 'assets',
};

/** The screen of an address whose product is not there yet. */
export function onItsWay(path: Path): Screen {
  const tab = TABS[path];
  return {
    path,
    load: () => import('./OnItsWay.tsx'),
    texts: [onItsWayText],
    skeleton: 'article',
    ...(tab ? { tab } : {}),
  };
}
