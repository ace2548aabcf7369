import type { Screen } from '../../lib/screen.ts';
import { homeText } from './text.ts';

export const screens: readonly Screen[] = [
  { path: '/', load: () => import('./Home.tsx'), texts: [homeText], tab: 'home', wide: true },
];
