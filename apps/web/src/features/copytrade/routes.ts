import type { Screen } from '../../lib/screen.ts';
import { copytradeText } from './text.ts';

const texts = [copytradeText];
const trader = { load: () => import('./Trader.tsx'), texts, by: ['id'], wide: true } as const;
const agreement = { load: () => import('./Agreement.tsx'), texts, skeleton: 'article' } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/copytrade/copy', load: () => import('./Traders.tsx'), texts, skeleton: 'list', wide: true },
  { path: '/pages/copytrade/trader', ...trader },
  { path: '/pages/follow/trader', ...trader },
  {
    path: '/pages/copytrade/my',
    load: () => import('./MyCopyTrading.tsx'),
    texts,
    protect: true,
    skeleton: 'list',
    wide: true,
  },
  { path: '/pages/follow/follow', load: () => import('./Follow.tsx'), texts, protect: true, wide: true },
  { path: '/pages/follow/index', load: () => import('./Desk.tsx'), texts, protect: true },
  { path: '/pages/follow/agreement_zh', ...agreement },
  { path: '/pages/follow/agreement_en', ...agreement },
];
