import type { Screen } from '../../lib/screen.ts';
import { otcText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/otc/otc',
    load: () => import('./Otc.tsx'),
    texts: [otcText],
    protect: true,
    skeleton: 'form',
  },
];
