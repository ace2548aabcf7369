import type { Screen } from '../../lib/screen.ts';
import { downloadText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/common/download',
    load: () => import('./Download.tsx'),
    texts: [downloadText],
    skeleton: 'article',
  },
];
