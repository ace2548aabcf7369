import type { Screen } from '../../lib/screen.ts';
import { portfolioText } from './text.ts';

const texts = [portfolioText];

export const screens: readonly Screen[] = [
  { path: '/pages/portfolio/pnl', load: () => import('./Pnl.tsx'), texts, protect: true, wide: true },
  {
    path: '/pages/portfolio/asset',
    load: () => import('./Asset.tsx'),
    texts,
    protect: true,
    wide: true,
    by: ['id'],
  },
  { path: '/pages/portfolio/statements', load: () => import('./Statements.tsx'), texts, protect: true },
  { path: '/pages/portfolio/tax', load: () => import('./Tax.tsx'), texts, protect: true, skeleton: 'form' },
];
