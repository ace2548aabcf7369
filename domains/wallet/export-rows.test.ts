import { userId } from '@karat/contract';
import { BTC, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { csv } from '@karat/platform/spreadsheet';
import { expect, test } from 'vitest';
import { billRows } from './export-rows.ts';

test('bills have what moved, what was there before and what is left, each in its column', () => {
  const entries = [
    {
      ...{ id: 11, journalId: 21, account: userAccount(userId(100_001), 'lever'), currency: USDT },
      ...{ kind: 'deposit', reference: 'deposit:5', at: Date.UTC(2026, 2, 3, 10, 0, 1) },
      ...{
        available: amount('70'),
        held: amount('-30'),
        availableAfter: amount('570'),
        heldAfter: amount('4'),
      },
    },
    {
      ...{ id: 12, journalId: 22, account: houseAccount('fees'), currency: BTC },
      ...{ kind: 'deposit', reference: 'deposit:6', at: Date.UTC(2026, 2, 4, 11, 0, 2) },
      ...{ available: amount('-0.25'), held: amount('0.2'), availableAfter: amount('1.5') },
      heldAfter: amount('0.3'),
    },
  ];
  const rows = billRows(entries, (currency) => (currency === BTC ? 'BTC' : 'USDT'), 'en');
  expect(csv(rows).trimEnd().split('\r\n')).toEqual([
    'time_utc,entry,journal,account,kind,description,reference,currency,in,out,held_in,held_out,balance_before,balance_after,held_after',
    '2026-03-03 10:00:01,11,21,lever,deposit,Deposit,deposit:5,USDT,70,,,30,500,570,4',
    '2026-03-04 11:00:02,12,22,fees,deposit,Deposit,deposit:6,BTC,,0.25,0.2,,1.75,1.5,0.3',
  ]);
});
