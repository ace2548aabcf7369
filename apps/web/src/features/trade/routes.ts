import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { riskText } from '../../ui/risk/text.ts';
import { optionsText } from './options/text.ts';
import { contractText } from './contracts/text.ts';
import { tradeText } from './text.ts';

const texts = [tradeText];
const load: Screen['load'] = () => import('./Trade.tsx');

export const screens: readonly Screen[] = [
  { path: '/pages/transaction/index', load, texts, tab: 'trade', wide: true, skeleton: 'trade' },
  { path: '/pages/transaction/currency', load, texts, tab: 'trade', wide: true, skeleton: 'trade' },
  {
    path: '/pages/transaction/currency_order',
    load: () => import('./orders/Orders.tsx'),
    texts,
    protect: true,
    wide: true,
  },
  {
    path: '/pages/transaction/index2',
    load: () => import('./options/Options.tsx'),
    texts: [tradeText, optionsText, riskText, amountText],
    tab: 'trade',
    wide: true,
    skeleton: 'trade',
  },
  {
    path: '/pages/transaction/seconds_order',
    load: () => import('./options/History.tsx'),
    texts: [tradeText, optionsText],
    protect: true,
    wide: true,
  },
  {
    path: '/pages/transaction/seconds_quiz',
    load: () => import('./options/Quiz.tsx'),
    texts: [optionsText, riskText],
    protect: true,
  },
  {
    path: '/pages/transaction/seconds_limits',
    load: () => import('./options/Limits.tsx'),
    texts: [riskText],
    protect: true,
  },
  {
    path: '/pages/transaction/contract',
    load: () => import('./contracts/Contracts.tsx'),
    texts: [tradeText, contractText],
    tab: 'trade',
    wide: true,
    skeleton: 'trade',
  },
  {
    path: '/pages/transaction/contract_order',
    load: () => import('./contracts/ContractOrders.tsx'),
    texts: [tradeText, contractText],
    protect: true,
    wide: true,
  },
];
