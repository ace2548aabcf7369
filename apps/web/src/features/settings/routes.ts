import type { Screen } from '../../lib/screen.ts';
import { accountText } from '../../ui/account/text.ts';
import { pictureText } from '../../ui/picture/text.ts';
import { settingsText } from './text.ts';

const texts = [settingsText];
const own = { texts, protect: true, skeleton: 'form' } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/setting/setting', load: () => import('./Setting.tsx'), texts, wide: true },
  { path: '/pages/setting/language', load: () => import('./Language.tsx'), texts },
  { path: '/pages/setting/fiat', load: () => import('./Fiat.tsx'), texts },
  { path: '/pages/setting/appearance', load: () => import('./Appearance.tsx'), texts },
  {
    path: '/pages/setting/userInfo',
    load: () => import('./UserInfo.tsx'),
    ...own,
    texts: [settingsText, pictureText],
  },
  {
    path: '/pages/setting/password',
    load: () => import('./Password.tsx'),
    ...own,
    texts: [settingsText, accountText],
  },
];
