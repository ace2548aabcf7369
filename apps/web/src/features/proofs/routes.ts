import type { Screen } from '../../lib/screen.ts';
import { factsText } from './facts/text.ts';
import { proofsText } from './text.ts';

const texts = [proofsText];
export const screens: readonly Screen[] = [
  {
    path: '/pages/proofs/verify',
    load: () => import('./Verify.tsx'),
    texts: [proofsText, factsText],
    wide: true,
  },
  { path: '/pages/proofs/liabilities', load: () => import('./Liabilities.tsx'), texts, wide: true },
  { path: '/pages/proofs/seeds', load: () => import('./Seeds.tsx'), texts },
];
