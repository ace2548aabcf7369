import type { Screen } from '../../lib/screen.ts';
import { investText } from './text.ts';

const texts = [investText];

export const screens: readonly Screen[] = [
  { path: '/pages/invest/invest', load: () => import('./Products.tsx'), texts, skeleton: 'list', wide: true },
  {
    path: '/pages/invest/purchase',
    load: () => import('./Purchase.tsx'),
    texts,
    skeleton: 'form',
    by: ['id'],
  },
  {
    path: '/pages/invest/mine',
    load: () => import('./Orders.tsx'),
    texts,
    protect: true,
    skeleton: 'list',
    wide: true,
  },
  { path: '/pages/invest/help', load: () => import('./Help.tsx'), texts, skeleton: 'article' },
];
