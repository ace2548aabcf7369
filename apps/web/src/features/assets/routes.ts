import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { assetsText } from './text.ts';

const texts = [assetsText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/fund/assets',
    load: () => import('./Assets.tsx'),
    texts,
    protect: true,
    tab: 'assets',
    wide: true,
  },
  { path: '/pages/fund/assets_record', load: () => import('./Record.tsx'), texts, protect: true },
  {
    path: '/pages/fund/assets_all_record',
    load: () => import('./History.tsx'),
    texts,
    protect: true,
    wide: true,
    by: ['view', 'group'],
  },
  {
    path: '/pages/setting/bill',
    load: () => import('./History.tsx'),
    texts,
    protect: true,
    wide: true,
    by: ['view', 'group'],
  },
  {
    path: '/pages/fund/transfer',
    load: () => import('./Transfer.tsx'),
    texts: [assetsText, amountText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/transfer_history',
    load: () => import('./TransferHistory.tsx'),
    texts,
    protect: true,
    wide: true,
  },
  {
    path: '/pages/fund/gifts',
    load: () => import('./Gifts.tsx'),
    texts: [assetsText, amountText, confirmText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/fundTransfer',
    load: () => import('./FundTransfer.tsx'),
    texts: [assetsText, amountText, confirmText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
];
