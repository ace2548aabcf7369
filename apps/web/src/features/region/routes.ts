import { accountText } from '../../ui/account/text.ts';
import type { Screen } from '../../lib/screen.ts';
import { regionText } from './text.ts';

const texts = [regionText, accountText];

export const screens: readonly Screen[] = [
  { path: '/choose-location', load: () => import('./ChooseRegion.tsx'), texts },
  { path: '/open-location', load: () => import('./SuggestRegion.tsx'), texts, skeleton: 'article' },
];
