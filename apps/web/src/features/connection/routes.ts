import type { Screen } from '../../lib/screen.ts';
import { connectionText } from './text.ts';

export const screens: readonly Screen[] = [
  { path: '/pages/SwitchLine/SwitchLine', load: () => import('./SwitchLine.tsx'), texts: [connectionText] },
];
