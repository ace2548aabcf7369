import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { withdrawalsText } from '../../ui/withdrawals/text.ts';
import { withdrawText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/fund/withdraw',
    load: () => import('./Withdraw.tsx'),
    texts: [withdrawText, amountText, confirmText, withdrawalsText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/withdraw_detail',
    load: () => import('./Detail.tsx'),
    texts: [withdrawText, withdrawalsText],
    protect: true,
    wide: true,
  },
  {
    path: '/pages/fund/withdraw_figures',
    load: () => import('./Figures.tsx'),
    texts: [withdrawText],
    wide: true,
  },
];
