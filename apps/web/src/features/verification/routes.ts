import type { Screen } from '../../lib/screen.ts';
import { pictureText } from '../../ui/picture/text.ts';
import { verificationText } from './text.ts';

const own = { texts: [verificationText], protect: true } as const;

export const screens: readonly Screen[] = [
  {
    path: '/pages/setting/real',
    load: () => import('./Real.tsx'),
    ...own,
    by: ['step'],
    texts: [verificationText, pictureText],
    skeleton: 'list',
  },
  { path: '/pages/setting/real_mark', load: () => import('./RealMark.tsx'), ...own, skeleton: 'article' },
];
