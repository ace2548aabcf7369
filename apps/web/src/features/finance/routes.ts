import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { earnText } from './earn/text.ts';
import { financeText } from './text.ts';

const earn = [earnText, amountText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/financial/index',
    load: () => import('./Finance.tsx'),
    texts: [financeText, earnText],
    tab: 'finance',
    wide: true,
  },
  {
    path: '/pages/lockming/lockming',
    load: () => import('./earn/Lockming.tsx'),
    texts: earn,
    by: ['category'],
    wide: true,
    skeleton: 'list',
  },
  {
    path: '/pages/lockming/buy',
    load: () => import('./earn/Buy.tsx'),
    texts: earn,
    by: ['id'],
    wide: true,
    skeleton: 'form',
  },
  {
    path: '/pages/lockming/order',
    load: () => import('./earn/Orders.tsx'),
    texts: earn,
    protect: true,
    wide: true,
    skeleton: 'list',
  },
  {
    path: '/pages/lockming/detail',
    load: () => import('./earn/Detail.tsx'),
    texts: earn,
    by: ['id'],
    protect: true,
    wide: true,
  },
  {
    path: '/pages/lockming/welcome',
    load: () => import('./earn/Welcome.tsx'),
    texts: earn,
    wide: true,
    skeleton: 'article',
  },
];
