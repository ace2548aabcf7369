/**
 * Measures how long one index tick takes to value 100,000 running loans in memory, with a price of every currency changed.
 * `node bench/loans.ts [loans]`
 */
import { currencyId, userId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { RiskBook } from '@karat/domains/loans';
import type { RunningLoan } from '@karat/domains/loans';
import { BTC, ETH, USDT } from '@karat/domains/ledger';
import { amount, price, rate } from '@karat/money';
import type { Price } from '@karat/money';

const LOANS = Number(process.argv[2] ?? 100_000);
const TICKS = 60;
const LIMIT_MS = 100;
const USDC = currencyId(45);
const LENT = [USDT, BTC, ETH, USDC] as const;

/** A loan of 600,000 USDT worth on two coins; few of them are near a margin call. */
function loanAt(id: number): RunningLoan {
  const lent = LENT[id % LENT.length] ?? USDT;
  const spread = BigInt(id % 1_000);
  return {
    id,
    userId: userId(200_000 + id),
    currencyId: lent,
    decimals: 6,
    amount: amount('10'),
    days: 90,
    purpose: 'bench',
    state: 'active',
    assets: [
      { currency: BTC, amount: amount(amount('9') + spread * amount('0.01')) },
      { currency: ETH, amount: amount('150') },
      { currency: USDT, amount: amount('300000') },
    ],
    appliedMs: 0,
    decideByMs: 0,
    decidedMs: 0,
    decidedBy: 'bench',
    reason: undefined,
    note: '',
    running: { daily: rate('0.0003'), startedMs: 0, dueMs: 1 },
    principal: lent === BTC ? amount('6') : lent === ETH ? amount('120') : amount('600000'),
    interest: amount('0'),
    overdue: amount('0'),
    chargedDays: 1,
    nextChargeMs: 1,
    calledMs: undefined,
    closedMs: undefined,
    receipt: undefined,
  };
}

const book = new RiskBook();
book.reset(Array.from({ length: LOANS }, (_, id) => loanAt(id + 1)));
const times: number[] = [];
let found = 0;
for (let tick = 0; tick < TICKS; tick += 1) {
  const prices = new Map<CurrencyId, Price>([
    [USDT, price('1')],
    [BTC, price(String(66_000 - tick * 10))],
    [ETH, price(String(3_300 - tick))],
    [USDC, price('0.9999')],
  ]);
  const start = performance.now();
  const { calls, liquidations } = book.value((currency) => prices.get(currency));
  // The first valuation after a restart fills the columns.
  if (tick > 0) times.push(performance.now() - start);
  found = calls.length + liquidations.length;
}
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
process.stdout.write(
  `${LOANS} loans valued per tick: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms, limit ${LIMIT_MS} ms; ${found} need a step\n`,
);
if ((sorted.at(-1) ?? 0) > LIMIT_MS) process.exitCode = 1;
