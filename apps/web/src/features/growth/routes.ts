import type { Screen } from '../../lib/screen.ts';
import { growthText } from './text.ts';

const texts = [growthText];

export const screens: readonly Screen[] = [
  { path: '/pages/setting/vip', load: () => import('./Vip.tsx'), texts, protect: true, skeleton: 'form' },
  {
    path: '/pages/setting/credit',
    load: () => import('./CreditScore.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
  },
  { path: '/pages/setting/coupon', load: () => import('./Coupons.tsx'), texts, protect: true },
  { path: '/pages/setting/share', load: () => import('./Share.tsx'), texts, protect: true, skeleton: 'form' },
];
