import type { Screen } from '../../lib/screen.ts';
import { proofsText } from './text.ts';

const texts = [proofsText];
export const screens: readonly Screen[] = [
  { path: '/pages/proofs/verify', load: () => import('./Verify.tsx'), texts },
  { path: '/pages/proofs/seeds', load: () => import('./Seeds.tsx'), texts },
];
