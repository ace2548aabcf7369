import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { launchpadText } from './text.ts';

const texts = [launchpadText];
const withAmounts = [launchpadText, amountText];

export const screens: readonly Screen[] = [
  { path: '/pages/ieo/ieo', load: () => import('./Projects.tsx'), texts, skeleton: 'list', wide: true },
  {
    path: '/pages/ieo/subscribe',
    load: () => import('./Subscribe.tsx'),
    texts: withAmounts,
    skeleton: 'form',
    by: ['id'],
    wide: true,
  },
  {
    path: '/pages/ieo/order',
    load: () => import('./Orders.tsx'),
    texts: withAmounts,
    protect: true,
    skeleton: 'list',
    by: ['id'],
  },
];
