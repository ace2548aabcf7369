import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { pictureText } from '../../ui/picture/text.ts';
import { withdrawalsText } from '../../ui/withdrawals/text.ts';
import { depositText } from './text.ts';

const texts = [depositText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/fund/select',
    load: () => import('./Select.tsx'),
    texts,
    protect: true,
    skeleton: 'list',
    wide: true,
  },
  {
    path: '/pages/fund/receive',
    load: () => import('./Receive.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/voucher',
    load: () => import('./Voucher.tsx'),
    texts: [depositText, amountText, pictureText],
    protect: true,
    skeleton: 'form',
    wide: true,
  },
  {
    path: '/pages/fund/receive_withdraw_record',
    load: () => import('./Records.tsx'),
    texts: [depositText, withdrawalsText],
    protect: true,
    skeleton: 'list',
    wide: true,
  },
];
