import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { riskText } from '../../ui/risk/text.ts';
import { gamesText } from './text.ts';

const texts = [gamesText, riskText, amountText];

export const screens: readonly Screen[] = [
  { path: '/pages/game/game', load: () => import('./Games.tsx'), texts, wide: true },
  {
    path: '/pages/game/round',
    load: () => import('./Round.tsx'),
    texts,
    wide: true,
    by: ['id'],
  },
  { path: '/pages/game/help', load: () => import('./Help.tsx'), texts, wide: true, skeleton: 'article' },
  { path: '/pages/game/disputes', load: () => import('./Disputes.tsx'), texts, protect: true },
  { path: '/pages/game/quiz', load: () => import('./Quiz.tsx'), texts, protect: true, skeleton: 'form' },
  { path: '/pages/game/limits', load: () => import('./Limits.tsx'), texts, protect: true, skeleton: 'form' },
];
