import type { Screen } from '../../lib/screen.ts';
import { messagesText } from './text.ts';

const own = { texts: [messagesText], protect: true, skeleton: 'list' } as const;

export const screens: readonly Screen[] = [
  { path: '/pages/mailMessage/mailMessage', load: () => import('./MessageCentre.tsx'), ...own },
  { path: '/pages/setting/notifications', load: () => import('./NotificationSettings.tsx'), ...own },
  { path: '/pages/mailMessage/mailMessageList', load: () => import('./Notices.tsx'), ...own },
];
