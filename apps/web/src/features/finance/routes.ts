import type { Screen } from '../../lib/screen.ts';
import { financeText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/financial/index',
    load: () => import('./Finance.tsx'),
    texts: [financeText],
    tab: 'finance',
  },
];
