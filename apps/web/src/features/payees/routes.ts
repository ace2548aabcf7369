import type { Screen } from '../../lib/screen.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { payeesText } from './text.ts';

const texts = [payeesText];

export const screens: readonly Screen[] = [
  {
    path: '/pages/setting/wallet',
    load: () => import('./AddressBook.tsx'),
    texts: [payeesText, confirmText],
    protect: true,
  },
  {
    path: '/pages/setting/addWallet',
    load: () => import('./AddAddress.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
  },
  {
    path: '/pages/setting/addReceiver',
    load: () => import('./AddReceiver.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
  },
  { path: '/pages/setting/bank', load: () => import('./Cards.tsx'), texts, protect: true },
  {
    path: '/pages/setting/bank_edit',
    load: () => import('./DomesticCard.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
  },
  {
    path: '/pages/setting/bank_international',
    load: () => import('./InternationalCard.tsx'),
    texts,
    protect: true,
    skeleton: 'form',
  },
];
