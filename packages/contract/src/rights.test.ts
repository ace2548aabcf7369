import { expect, test } from 'vitest';
import { contract, rightOf } from './index.ts';
import type { ApiRight, Call } from './index.ts';

const all = Object.values(contract).flatMap((group): [string, Call][] => Object.entries(group));
const pathsOf = (right: ApiRight, only: (call: Call) => boolean): string[] =>
  all
    .filter(([, call]) => rightOf(call) === right && only(call))
    .map(([path]) => path)
    .toSorted();

/** The whole table: calls outside of it are refused to API keys. Each new line widens the rights of programs. */
const READ = [
  'bind_box/getDraw',
  'bind_box/getMyArtist',
  'bind_box/getMyArtworks',
  'bind_box/getMyBindBoxQuotationLog',
  'bind_box/getMyNFTs',
  'bind_box/getNeedPayNFTOrder',
  'bind_box/order',
  'bind_box/orders',
  'coin/fills',
  'coin/list',
  'coin/order',
  'coupon/list',
  'currency/user_currency_list',
  'deposit/coins',
  'dual/dual_list',
  'dual/order',
  'finance/overview',
  'follow/my',
  'follow/shares',
  'follow/skipped',
  'game/entries',
  'game/entry',
  'game/record',
  'invite/people',
  'invite/rebates',
  'invite/summary',
  'lever/deal',
  'lever/dealall',
  'lever/detail',
  'lever/my_trade',
  'lh/deposit/order',
  'lh/deposit/order_accruals',
  'lh/deposit/order_detail',
  'lh/deposit/order_preview',
  'lh/deposit/totals',
  'loan/detail',
  'loan/events',
  'loan/list',
  'loan/schedule',
  'microtrade/get_result',
  'microtrade/lists',
  'microtrade/record',
  'optional/list',
  'portfolio/asset',
  'portfolio/assets',
  'portfolio/chart',
  'portfolio/days',
  'portfolio/disposals',
  'portfolio/estimated',
  'portfolio/lots',
  'portfolio/statement',
  'portfolio/statement_file',
  'portfolio/statements',
  'portfolio/summary',
  'portfolio/tax_export',
  'portfolio/tax_summary',
  'portfolio/tax_years',
  'portfolio/years',
  'proofs/liability_proof',
  'proofs/mine',
  'recharge/log',
  'recurring/detail',
  'recurring/executions',
  'recurring/list',
  'stocks/entitlements',
  'user/getTransferFee',
  'user/getTransferList',
  'user/project/dividends',
  'user/project/holdings',
  'user/project/order',
  'user/project/order_detail',
  'user/withdraw/list',
  'wallet/activity',
  'wallet/activity_steps',
  'wallet/bill_kinds',
  'wallet/bills',
  'wallet/bills_export',
  'wallet/detail',
  'wallet/get_info',
  'wallet/held',
  'wallet/hzhistory',
  'wallet/legal_log',
  'wallet/list',
  'withdrawal/currencies',
  'withdrawal/detail',
];
const TRADE = [
  'coin/amend',
  'coin/batch_cancel',
  'coin/batch_trade',
  'coin/cancel',
  'coin/cancel_all',
  'coin/trade',
  'lever/amend',
  'lever/batch_close',
  'lever/cancel',
  'lever/close',
  'lever/margin',
  'lever/reverse',
  'lever/setstop',
  'lever/submit',
];
const WITHDRAW = ['user/wallet/list', 'wallet/out', 'withdrawal/cancel'];

test('an API key reads public data and exactly these calls of its owner', () => {
  expect(pathsOf('read', ({ who }) => who !== 'visitor')).toEqual(READ);
});

test('the rights to trade and to withdraw add exactly these calls', () => {
  expect(pathsOf('trade', () => true)).toEqual(TRADE);
  expect(pathsOf('withdraw', () => true)).toEqual(WITHDRAW);
});

test('no right covers credentials, personal data, messages, uploads, the console, or writes of visitors', () => {
  for (const [path, call] of all) {
    const { who, effect, upload } = call;
    const isPersonal =
      /^(safe\/|api_keys|console\/|user\/(info|sessions|logins|cash_)|real\/|mailMessage|usermessage|otc\/order)/;
    const isClosed =
      typeof who === 'object' || upload !== undefined || (who === 'visitor' && effect !== 'read');
    if (isClosed || (isPersonal.test(path) && who !== 'visitor')) expect(rightOf(call), path).toBeUndefined();
    if (rightOf(call) === 'read') expect(effect, path).toBe('read');
    if (rightOf(call) === 'trade') expect(effect, path).toBe('order');
  }
});

test('no API key may make a call of operators or send a file, whatever right the call declares', () => {
  const call = { effect: 'read', right: 'read' } as const;
  expect(rightOf({ ...call, who: 'user' })).toBe('read');
  expect(rightOf({ ...call, who: { operator: ['admin'] } })).toBeUndefined();
  expect(rightOf({ ...call, who: 'user', upload: 'file' })).toBeUndefined();
  expect(rightOf({ who: 'visitor', effect: 'read', upload: 'file' })).toBeUndefined();
});
