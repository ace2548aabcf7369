import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { recurringText } from './text.ts';

const texts = [recurringText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/recurring/recurring',
    load: () => import('./Plans.tsx'),
    texts,
    protect: true,
    skeleton: 'list',
  },
  {
    path: '/pages/recurring/create',
    load: () => import('./Create.tsx'),
    texts: [recurringText, amountText],
    by: ['id'],
    skeleton: 'form',
  },
  {
    path: '/pages/recurring/detail',
    load: () => import('./Detail.tsx'),
    texts,
    by: ['id'],
    protect: true,
    wide: true,
  },
];
