import type { Screen } from '../../lib/screen.ts';
import { alertsText } from './text.ts';

export const screens: readonly Screen[] = [
  {
    path: '/pages/market/alerts',
    load: () => import('./Alerts.tsx'),
    texts: [alertsText],
    by: ['id', 'price'],
    protect: true,
    skeleton: 'list',
  },
];
