import { price } from '@karat/money';
import {
  chainHash,
  contractFormula,
  contractWhyFormula,
  dualFormula,
  loanFormula,
  boxFormula,
  gamesFormula,
  miningFormula,
  optionFormula,
  ownerHash,
} from '../src/index.ts';
import type { Facts, Receipt, SignedReceipt } from '../src/index.ts';
import { T0, strangerKey, tickKey } from './vector-keys.ts';
import {
  SALT,
  UID,
  closing,
  dualOrder,
  depositOrder,
  boxOrder,
  gameOrder,
  loanOrder,
  optionOrder,
  receiptWith,
  settled,
  signed,
} from './vector-receipts.ts';
import { wrongFees } from './vector-fees.ts';
import { wrongAllotments } from './vector-launchpad.ts';
import { halfHourTicks, tickAt } from './vector-ticks.ts';

interface Tampered {
  readonly name: string;
  readonly signed: SignedReceipt;
  /** The check that fails. */
  readonly fails: string;
  readonly files?: readonly string[];
}

const won = settled(optionFormula, '1', optionOrder(10.3, 40.3));
const original = signed(won);

/** Receipt, envelope or published ticks changed without the key. */
function changedByOthers(): Tampered[] {
  const result: Facts = { ...won.result, returned: '1850' };
  const richer: Receipt = { ...won, result };
  const foreign: Receipt = { ...won, owner: ownerHash(SALT, UID + 1) };
  return [
    { name: 'result changed', signed: { ...original, receipt: richer }, fails: 'number' },
    {
      name: 'result and hash changed',
      signed: { ...signed(richer), signature: original.signature },
      fails: 'signature',
    },
    { name: 'result changed, signed with another key', signed: signed(richer, strangerKey), fails: 'key' },
    { name: 'signed with the key of the ticks', signed: signed(won, tickKey), fails: 'key' },
    { name: 'name of another key', signed: { ...original, key: strangerKey.id }, fails: 'signature' },
    { name: 'owner changed', signed: { ...original, receipt: foreign }, fails: 'number' },
    { name: 'published ticks changed', signed: original, fails: 'chain', files: ['price changed'] },
    {
      name: 'published ticks signed with another key',
      signed: original,
      fails: 'chain',
      files: ['heads signed with another key'],
    },
  ];
}

/** Options settled wrongly by the holder of the key. */
function wrongOptions(): Tampered[] {
  const [entry, ...window] = won.ticks;
  if (!entry) throw new Error('no entry');
  const dearer = { ...entry, price: '91000', quotes: 'simulated=91000' };
  const rehashed = { ...dearer, hash: chainHash(dearer.previous, { ...dearer, price: price('91000') }) };
  const byTicks = (...ticks: typeof won.ticks): SignedReceipt =>
    signed(receiptWith(optionFormula, '1', won.order, ticks));
  const richer: Receipt = { ...won, result: { ...won.result, returned: '1850' } };
  return [
    { name: 'result changed, signed', signed: signed(richer), fails: 'result' },
    { name: 'a later entry chosen, signed', signed: byTicks(tickAt(12), ...window), fails: 'choice' },
    {
      name: 'a tick of the window left out, signed',
      signed: byTicks(...won.ticks.slice(0, -1)),
      fails: 'choice',
    },
    { name: 'price of a tick changed, signed', signed: byTicks(dearer, ...window), fails: 'hashes' },
    {
      name: 'price and hash of a tick changed, signed',
      signed: byTicks(rehashed, ...window),
      fails: 'choice',
    },
  ];
}

/** Contracts closed wrongly by the holder of the key. */
function wrongContracts(): Tampered[] {
  const formula = { id: contractWhyFormula.id, text: contractWhyFormula.text };
  const liquidation = closing(119, { reason: 'liquidation', funds: '120' });
  const liquidated = settled(contractWhyFormula, '12:2:closed', liquidation);
  const above = settled(
    contractFormula,
    '14:2:closed',
    closing(50, { reason: 'liquidation', funds: '3000' }),
  );
  const trigger = { trigger_price: '92100.5', trigger_second: String(T0 + 59) };
  const stop = settled(contractFormula, '10:3:closed', closing(61, { reason: 'take_profit', ...trigger }));
  return [
    {
      name: 'liquidated above 50 %, signed',
      signed: signed({ ...above, formula, result: { ...above.result, risk_rate: '50.00' } }),
      fails: 'result',
    },
    {
      name: 'a stop that was not reached, signed',
      signed: signed({ ...stop, formula, ticks: [tickAt(59), tickAt(61)] }),
      fails: 'result',
    },
    {
      name: 'loss beyond the funds left out, signed',
      signed: signed({ ...liquidated, result: { ...liquidated.result, beyond_funds: '0' } }),
      fails: 'result',
    },
  ];
}

/** Dual orders that were settled wrongly by the holder of the key. */
function wrongDualOrders(): Tampered[] {
  const ends = [halfHourTicks[0], halfHourTicks.at(-1)].filter((tick) => tick !== undefined);
  const bySource = { basis: 'source', source: { price: price('90000'), document: 'a fax' } } as const;
  const files = ['half an hour'];
  const of = (...args: Parameters<typeof dualOrder>): SignedReceipt =>
    signed(receiptWith(dualFormula, '1', dualOrder(...args), ends));
  const lower = { count: 900, total: price('92000') * 900n };
  const tooFew = { count: 899, total: price('92001.5') * 899n };
  const right = settled(dualFormula, '1', dualOrder(), halfHourTicks);
  return [
    { name: 'a lower sum of the window, signed', signed: of({ window: lower }), fails: 'choice', files },
    {
      name: 'a source price although there are enough ticks, signed',
      signed: of({ window: tooFew, ...bySource }),
      fails: 'choice',
      files,
    },
    {
      name: 'void although there are enough ticks, signed',
      signed: signed({ ...right, order: { ...right.order, basis: 'void' } }),
      fails: 'result',
      files,
    },
    {
      name: 'a higher payout, signed',
      signed: signed({ ...right, result: { ...right.result, payout: '7000' } }),
      fails: 'result',
      files,
    },
  ];
}

/** Loans that were liquidated wrongly by the holder of the key. */
function wrongLoans(): Tampered[] {
  const right = settled(loanFormula, '20', loanOrder('4', '291000'));
  return [
    {
      name: 'more of an asset sold, signed',
      signed: signed({ ...right, result: { ...right.result, sold: '291000 USDT, 4 BTC', returned: '' } }),
      fails: 'result',
    },
    {
      name: 'liquidated at 110 % or above, signed',
      signed: signed({ ...right, order: loanOrder('5', '291000') }),
      fails: 'result',
    },
  ];
}

/** The payout of a round with other terms, another stake or another basis. */
function wrongGames(): Tampered[] {
  const right = settled(gamesFormula, '8', gameOrder());
  const { terms = '' } = right.order;
  return [
    {
      name: 'other terms of a game, signed',
      signed: signed({ ...right, order: { ...right.order, terms: terms.replace('"0.05"', '"0"') } }),
      fails: 'result',
    },
    {
      name: 'a stake of a game that is paid less, signed',
      signed: signed({ ...right, order: { ...right.order, stake: '11' } }),
      fails: 'result',
    },
    {
      name: 'a price question answered by operators, signed',
      signed: signed({ ...right, order: { ...right.order, basis: 'operators', answer: '1' } }),
      fails: 'result',
    },
  ];
}

/** Boxes that were drawn wrongly by the holder of the key. */
function wrongBoxes(): Tampered[] {
  const right = settled(boxFormula, 'B0123456789A', boxOrder(1, '12:2,13:8'));
  const wrong = right.result['artwork'] === '12' ? '13' : '12';
  return [
    {
      name: 'another artwork, signed',
      signed: signed({ ...right, result: { ...right.result, artwork: wrong } }),
      fails: 'result',
    },
    {
      name: 'another server seed, signed',
      signed: signed({ ...right, order: { ...right.order, server_seed: 'b4'.repeat(32) } }),
      fails: 'result',
    },
  ];
}

/** Deposits that were redeemed wrongly by the holder of the key. */
function wrongDeposits(): Tampered[] {
  const redeemed = settled(miningFormula, '15:1', depositOrder({}));
  const missed: Receipt = { ...redeemed, order: depositOrder({ paid: '1000*1' }) };
  return [
    {
      name: 'a higher penalty, signed',
      signed: signed({ ...redeemed, result: { ...redeemed.result, penalty: '16', returned: '984' } }),
      fails: 'result',
    },
    { name: 'the yield of a day left out, signed', signed: signed(missed), fails: 'result' },
  ];
}

export const tamperedReceipts = () =>
  [
    ...changedByOthers(),
    ...wrongOptions(),
    ...wrongContracts(),
    ...wrongDualOrders(),
    ...wrongDeposits(),
    ...wrongBoxes(),
    ...wrongLoans(),
    ...wrongAllotments().map((allotment): Tampered => allotment),
    ...wrongGames(),
    ...wrongFees().map((fee): Tampered => fee),
  ].map(({ files = ['simulated'], ...each }) => ({
    ...each,
    files,
    valid: false,
  }));
