import type { Screen } from '../../lib/screen.ts';
import { verificationText } from './text.ts';

const own = { texts: [verificationText], protect: true } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/setting/real', load: () => import('./Real.tsx'), ...own, skeleton: 'list' },
  { path: '/pages/setting/real_mark', load: () => import('./RealMark.tsx'), ...own, skeleton: 'article' },
];
