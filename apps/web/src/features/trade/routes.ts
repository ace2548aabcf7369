import type { Screen } from '../../lib/screen.ts';
import { tradeText } from './text.ts';

const texts = [tradeText];
const load: Screen['load'] = () => import('./Trade.tsx');

export const screens: readonly Screen[] = [
  { path: '/pages/transaction/index', load, texts, tab: 'trade', wide: true, skeleton: 'trade' },
  { path: '/pages/transaction/currency', load, texts, tab: 'trade', wide: true, skeleton: 'trade' },
  {
    path: '/pages/transaction/currency_order',
    load: () => import('./orders/Orders.tsx'),
    texts,
    protect: true,
    wide: true,
  },
];
