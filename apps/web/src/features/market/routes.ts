import type { Screen } from '../../lib/screen.ts';
import { marketText } from './text.ts';

const texts = [marketText];

export const screens: readonly Screen[] = [
  { path: '/pages/market/market', load: () => import('./Market.tsx'), texts, tab: 'market', wide: true },
  { path: '/pages/market/search', load: () => import('./Search.tsx'), texts },
  { path: '/pages/market/stocks', load: () => import('./Stocks.tsx'), texts, skeleton: 'list' },
];
