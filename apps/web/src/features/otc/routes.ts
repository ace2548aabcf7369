import type { Screen } from '../../lib/screen.ts';
import { pictureText } from '../../ui/picture/text.ts';
import { otcText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/otc/otc',
    load: () => import('./Otc.tsx'),
    texts: [otcText, pictureText],
    by: ['view', 'id'],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
];
