import type { Screen } from '../../lib/screen.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { withdrawText } from './text.ts';

const texts = [withdrawText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/fund/withdraw',
    load: () => import('./Withdraw.tsx'),
    texts: [withdrawText, confirmText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/withdraw_detail',
    load: () => import('./Detail.tsx'),
    texts,
    protect: true,
    wide: true,
  },
  { path: '/pages/fund/withdraw_figures', load: () => import('./Figures.tsx'), texts, wide: true },
];
