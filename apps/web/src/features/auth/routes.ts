import type { Screen } from '../../lib/screen.ts';
import { accountText } from '../../ui/account/text.ts';
import { authText } from './text.ts';

const form = { texts: [authText, accountText], skeleton: 'form' } as const;
const areas = { load: () => import('./CountryPicker.tsx'), texts: [authText, accountText] } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/common/login', load: () => import('./Login.tsx'), ...form },
  { path: '/pages/common/register', load: () => import('./Register.tsx'), ...form },
  { path: '/pages/common/forget', load: () => import('./Forget.tsx'), ...form },
  { path: '/pages/common/notMe', load: () => import('./NotMe.tsx'), ...form },
  { path: '/pages/common/unfreeze', load: () => import('./Unfreeze.tsx'), ...form },
  { path: '/pages/common/area', ...areas },
  { path: '/pages/setting/areas', ...areas },
];
