import type { Screen } from '../../lib/screen.ts';
import { accountText } from '../../ui/account/text.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { securityText } from './text.ts';

const own = { texts: [securityText, accountText], protect: true, skeleton: 'form' } as const;
const list = { ...own, skeleton: 'list' } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/setting/security', load: () => import('./Security.tsx'), ...list },
  { path: '/pages/setting/payPassword', load: () => import('./PayPassword.tsx'), ...own },
  { path: '/pages/setting/authenticator', load: () => import('./Authenticator.tsx'), ...own },
  { path: '/pages/setting/passkeys', load: () => import('./Passkeys.tsx'), ...list },
  { path: '/pages/setting/devices', load: () => import('./Devices.tsx'), ...list },
  { path: '/pages/setting/logins', load: () => import('./Logins.tsx'), ...list },
  { path: '/pages/setting/binding', load: () => import('./Binding.tsx'), ...own, by: ['kind'] },
  { path: '/pages/setting/antiPhishing', load: () => import('./AntiPhishing.tsx'), ...own },
  { path: '/pages/setting/freeze', load: () => import('./Freeze.tsx'), ...own },
  {
    path: '/pages/setting/protection',
    load: () => import('./Protection.tsx'),
    ...own,
    texts: [securityText, confirmText],
  },
  {
    path: '/pages/setting/apiKeys',
    load: () => import('./ApiKeys.tsx'),
    ...list,
    texts: [securityText, accountText, confirmText],
  },
];
