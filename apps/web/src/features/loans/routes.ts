import type { Screen } from '../../lib/screen.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { loansText } from './text.ts';

const texts = [loansText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/common/borrowing',
    load: () => import('./Borrowing.tsx'),
    texts: [loansText, confirmText],
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/common/repayment',
    load: () => import('./Repayment.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
    by: ['id'],
  },
  {
    path: '/pages/common/loan',
    load: () => import('./LoanDetail.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
    by: ['id'],
    wide: true,
  },
];
