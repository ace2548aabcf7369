import {
  contractCouponFormula,
  contractFormula,
  contractWhyFormula,
  dualFacts,
  dualFormula,
  loanFacts,
  loanFormula,
  boxFacts,
  boxFormula,
  gameFacts,
  gameTermsText,
  gamesFormula,
  miningFormula,
  readContents,
  optionFormula,
  ownerHash,
  receiptHash,
  receiptText,
  signedBytes,
} from '../src/index.ts';
import { amount, price, rate } from '@karat/money';
import { DAY_MS, divisionTerms } from '@karat/rules';
import type {
  DualReceiptFacts,
  Facts,
  Formula,
  GameFacts,
  GameTerms,
  Receipt,
  ReceiptTick,
  SignedReceipt,
} from '../src/index.ts';
import { T0, receiptKey } from './vector-keys.ts';
import type { SigningKey } from './vector-keys.ts';
import { halfHourTicks, ticks } from './vector-ticks.ts';

export const SALT = '000102030405060708090a0b0c0d0e0f';
export const UID = 100_001;

/** A debt of 600,000 USDT with bitcoins and USDT as assets. */
/** The draw of a box of ten. */
export const boxOrder = (box: number, remaining: string): Facts =>
  boxFacts({
    series: 'S0123456789A',
    contents: readContents('12:2,13:8'),
    remaining: readContents(remaining),
    serverSeed: 'a3'.repeat(32),
    buyerSeed: 'lucky-number',
    box,
    nonce: 1,
  });

/** A round on the price 20 seconds after the start; option 2 is right. */
const gameTerms = (more: Partial<GameTerms> = {}): GameTerms => ({
  kind: 'price',
  texts: { en: { question: 'Will it rise?', options: ['No', 'Yes'], source: 'The index' } },
  options: 2,
  currency: 'USDT',
  decimals: 6,
  stakeMin: amount('1'),
  stakeMax: amount('1000'),
  userMax: amount('1000'),
  feeRate: rate('0.05'),
  opensMs: T0 * 1000,
  closesMs: (T0 + 10) * 1000,
  settlesMs: (T0 + 20) * 1000,
  price: { market: 1, symbol: 'BTC/USDT', levels: [price('1000')] },
  ...more,
});
const decidedTerms = gameTermsText(gameTerms({ kind: 'decided', price: undefined }));
/** A pool of 100 with three equal right stakes: two smallest units are left after rounding down. */
export const gameOrder = (more: Partial<GameFacts> = {}): Facts =>
  gameFacts({
    round: 5,
    entry: 8,
    terms: gameTermsText(gameTerms()),
    option: 2,
    stake: amount('10'),
    pool: amount('100'),
    rightPool: amount('30'),
    basis: 'ticks',
    cutoff: divisionTerms(
      amount('95'),
      6,
      [8, 9, 10].map((id) => ({ id, amount: amount('10') })),
    ).cutoff,
    ...more,
  });
const gameAnswer = { option: 2, link: 'https://example.com/answer', sha256: 'ab'.repeat(32) };

export const loanOrder = (coins: string, dollars: string): Facts =>
  loanFacts({
    debt: { currency: 3, code: 'USDT', decimals: 6, amount: amount('600000') },
    assets: [
      {
        currency: 1,
        code: 'BTC',
        decimals: 8,
        amount: amount(coins),
        tick: { market: 1, second: T0 + 60 },
      },
      { currency: 3, code: 'USDT', decimals: 6, amount: amount(dollars) },
    ],
  });

export function receiptWith(
  formula: Formula,
  subject: string,
  order: Facts,
  chosen: readonly ReceiptTick[],
): Receipt {
  return {
    type: 'karat-receipt',
    version: 1,
    kind: formula.id.split('/')[0] ?? '',
    subject,
    owner: ownerHash(SALT, UID),
    issued: (T0 + 150) * 1000,
    order,
    ticks: chosen,
    formula: { id: formula.id, text: formula.text },
    result: formula.result(order, chosen),
  };
}
/** As issued by a settlement: with the ticks that its formula selects. */
export const settled = (formula: Formula, subject: string, order: Facts, from = ticks): Receipt => {
  const within = formula
    .ranges(order)
    .flatMap((range) => from.filter(({ time }) => time >= range.from && time <= range.to));
  return receiptWith(formula, subject, order, formula.choose(order, within));
};

export function signed(receipt: Receipt, key: SigningKey = receiptKey): SignedReceipt {
  const text = receiptText(receipt);
  return {
    receipt,
    hash: receiptHash(text),
    key: key.id,
    public_key: key.publicKey,
    signature: key.sign(signedBytes(text)),
  };
}

export const optionOrder = (from: number, to: number, more: Facts = {}): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  currency: 'USDT',
  decimals: '6',
  direction: 'up',
  stake: '100.000001',
  ratio: '0.85',
  accepted_ms: String(Math.round((T0 + from) * 1000)),
  expires_ms: String(Math.round((T0 + to) * 1000)),
  ...more,
});
const contractOrder = (more: Facts): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  mode: 'isolated',
  action: 'open',
  multiple: '7',
  quantity: '0.0130000001',
  spread: '10',
  fee_rate: '0.0005',
  funds: '5000',
  tick_second: String(T0 + 20),
  ...more,
});
export const closing = (second: number, more: Facts): Facts =>
  contractOrder({
    action: 'close',
    funds: '171.5',
    open_price: '92030.12',
    reason: 'user',
    tick_second: String(T0 + second),
    ...more,
  });

const halfHourSum = halfHourTicks.reduce((sum, tick) => sum + price(tick.price), 0n);
const fewTicksSum = ticks.reduce((sum, tick) => sum + price(tick.price), 0n);
/** Settled by the 900 ticks of half an hour, whose mean is exactly 92,001.5. */
export const dualOrder = (more: Partial<DualReceiptFacts> = {}): Facts =>
  dualFacts({
    market: 1,
    symbol: 'BTC/USDT',
    coin: 'BTC',
    coinDecimals: 8,
    quote: 'USDT',
    quoteDecimals: 6,
    type: 'call',
    shares: 7,
    principal: amount('0.07000001'),
    strike: price('92001.5'),
    days: 7,
    apr: rate('0.73'),
    maturitySecond: T0 + 2_400,
    window: { count: 900, total: halfHourSum },
    basis: 'ticks',
    ...more,
  });
const put: Partial<DualReceiptFacts> = { type: 'put', principal: amount('700.000001') };
/** Two minutes of ticks are too few. */
const fewTicks: Partial<DualReceiptFacts> = {
  maturitySecond: T0 + 120,
  window: { count: ticks.length, total: fewTicksSum },
};
const source = { price: price('92001.4999999999'), document: 'https://example.com/btc-usdt/2026-03-21' };

export const dualReceipts: readonly (readonly [name: string, receipt: Receipt, file: string])[] = [
  ['dual, call at the strike', settled(dualFormula, '1', dualOrder(), halfHourTicks), 'half an hour'],
  [
    'dual, call below the strike',
    settled(dualFormula, '2', dualOrder({ strike: price('92001.5000000001') }), halfHourTicks),
    'half an hour',
  ],
  ['dual, put at the strike', settled(dualFormula, '3', dualOrder(put), halfHourTicks), 'half an hour'],
  [
    'dual, put below the strike',
    settled(dualFormula, '4', dualOrder({ ...put, strike: price('92001.6') }), halfHourTicks),
    'half an hour',
  ],
  [
    'dual, by a documented source for lack of ticks',
    settled(dualFormula, '5', dualOrder({ ...fewTicks, basis: 'source', source })),
    'simulated',
  ],
  [
    'dual, void without any tick',
    settled(
      dualFormula,
      '6',
      dualOrder({ maturitySecond: T0 - 60, window: { count: 0, total: 0n }, basis: 'void' }),
    ),
    'simulated',
  ],
];

export const depositOrder = (more: Facts): Facts => ({
  currency: 'USDT',
  decimals: '6',
  days: '5',
  rate: '0.0035',
  penalty_ratio: '0.004',
  principal: '1000',
  opened_ms: String(T0 * 1000 + 250),
  closed_ms: String(T0 * 1000 + 250 + 2 * DAY_MS),
  paid: '1000*2',
  ...more,
});

export const validReceipts: readonly (readonly [name: string, receipt: Receipt])[] = [
  ['option, won', settled(optionFormula, '1', optionOrder(10.3, 40.3))],
  ['option, lost', settled(optionFormula, '2', optionOrder(10.3, 40.3, { direction: 'down' }))],
  ['option, tie', settled(optionFormula, '3', optionOrder(62, 74))],
  ['option, void for lack of ticks', settled(optionFormula, '4', optionOrder(60, 90))],
  ['option, entry within the window', settled(optionFormula, '5', optionOrder(16.001, 20))],
  ['contract/1, long opened', settled(contractFormula, '6:1:opened', contractOrder({}))],
  [
    'contract/2, short opened with all that there is',
    settled(
      contractWhyFormula,
      '7:1:opened',
      contractOrder({ side: 'short', funds: '170.7', mode: 'cross' }),
    ),
  ],
  ['contract/2, closed with a loss', settled(contractWhyFormula, '8:2:closed', closing(3, {}))],
  [
    'contract/2, short closed with a gain',
    settled(contractWhyFormula, '9:2:closed', closing(99, { side: 'short' })),
  ],
  [
    'contract/2, take-profit of a long',
    settled(
      contractWhyFormula,
      '10:3:closed',
      closing(61, { reason: 'take_profit', trigger_price: '92100.5', trigger_second: String(T0 + 60) }),
    ),
  ],
  [
    'contract/2, stop-loss of a long, filled below its funds',
    settled(
      contractWhyFormula,
      '11:3:closed',
      closing(119, {
        reason: 'stop_loss',
        trigger_price: '91600',
        trigger_second: String(T0 + 95),
        funds: '100',
      }),
    ),
  ],
  [
    'contract/2, isolated liquidation beyond its funds',
    settled(contractWhyFormula, '12:2:closed', closing(119, { reason: 'liquidation', funds: '120' })),
  ],
  [
    'contract/2, isolated liquidation at exactly 50 %',
    settled(
      contractWhyFormula,
      '13:2:closed',
      closing(96, { reason: 'liquidation', quantity: '1', spread: '0', open_price: '92000', funds: '2000' }),
    ),
  ],
  [
    'contract/3, opened by a coupon',
    settled(contractCouponFormula, '14:1:opened', contractOrder({ mode: 'isolated', funds: '200' })),
  ],
  [
    'contract/3, closed with a gain that the user keeps',
    settled(
      contractCouponFormula,
      '15:2:closed',
      closing(3, { mode: 'isolated', open_price: '90000', coupon_owed: '100' }),
    ),
  ],
  [
    'contract/3, closed at the end of its holding time with a loss of the house',
    settled(
      contractCouponFormula,
      '16:2:closed',
      closing(119, {
        mode: 'isolated',
        reason: 'holding_time',
        coupon_owed: '100000',
        coupon_ends_second: String(T0 + 119),
      }),
    ),
  ],
  ['loan/1, paid in full, the rest returned', settled(loanFormula, '20', loanOrder('4', '291000'))],
  ['loan/1, with a shortfall', settled(loanFormula, '21', loanOrder('2.5', '100000.5'))],
  ['games/1, right, with the unit that is left', settled(gamesFormula, '8', gameOrder())],
  ['games/1, right, without a unit', settled(gamesFormula, '9', gameOrder({ entry: 9 }))],
  ['games/1, missed', settled(gamesFormula, '11', gameOrder({ entry: 11, option: 1 }))],
  [
    'games/1, an answer of operators',
    settled(gamesFormula, '12', gameOrder({ terms: decidedTerms, basis: 'operators', answer: gameAnswer })),
  ],
  [
    'games/1, without a price',
    settled(
      gamesFormula,
      '14',
      gameOrder({
        terms: gameTermsText(gameTerms({ settlesMs: (T0 + 90) * 1000 })),
        basis: 'no_price',
        rightPool: amount('0'),
        cutoff: undefined,
      }),
    ),
  ],
  [
    'games/1, cancelled',
    settled(gamesFormula, '13', gameOrder({ basis: 'cancelled', rightPool: amount('0'), cutoff: undefined })),
  ],
  ['nft-box/1, the first box', settled(boxFormula, 'B0123456789A', boxOrder(1, '12:2,13:8'))],
  ['nft-box/1, a later box', settled(boxFormula, 'B0123456789B', boxOrder(5, '12:1,13:5'))],
  ['mining/1, redeemed after exactly two days', settled(miningFormula, '15:1', depositOrder({}))],
  [
    'mining/1, redeemed at once, rounded up',
    settled(
      miningFormula,
      '16:1',
      depositOrder({ principal: '1.000001', closed_ms: String(T0 * 1000 + 251), paid: '' }),
    ),
  ],
  [
    'mining/1, at the expiry',
    settled(
      miningFormula,
      '17:1',
      depositOrder({ closed_ms: String(T0 * 1000 + 250 + 5 * DAY_MS), paid: '1000*5' }),
    ),
  ],
  [
    'mining/1, penalty of the whole principal',
    settled(miningFormula, '18:1', depositOrder({ days: '700', penalty_ratio: '0.0015', paid: '1000*2' })),
  ],
  [
    'mining/1, flexible, rest after a part',
    settled(
      miningFormula,
      '19:2',
      depositOrder({
        days: '0',
        penalty_ratio: '0',
        principal: '249.5',
        closed_ms: String(T0 * 1000 + 7 * DAY_MS - 1),
        paid: '1000.123456*4 249.5*2',
      }),
    ),
  ],
];
