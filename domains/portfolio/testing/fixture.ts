import { currencyId, marketId, userId } from '@karat/contract';
import type { CurrencyId, JournalKind, MarketId, UserId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry, Ledger } from '@karat/domains/ledger';
import { UNIT, amount, minus, mulDown, negate, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { HOUR_MS } from '@karat/rules';
import { countNext } from '../count.ts';
import { PortfolioCounter } from '../counter.ts';
import type { PortfolioDeps } from '../deps.ts';
import { createMovementFees } from '../movement-fees.ts';
import { createPortfolioPrices } from '../prices.ts';

export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);
/** Has no market here. */
export const UNPRICED = currencyId(4);
export const BTC_MARKET = marketId(1);
export const ETH_MARKET = marketId(2);
export const ALICE = userId(100_001);
export const BEN = userId(100_002);
export const START = Date.parse('2026-03-02T10:00:00Z');

const MARKETS = new Map<MarketId, { readonly base: CurrencyId; readonly quote: CurrencyId }>([
  [BTC_MARKET, { base: BTC, quote: USDT }],
  [ETH_MARKET, { base: ETH, quote: USDT }],
]);

interface TradeInput {
  readonly buyer: UserId;
  readonly seller: UserId;
  /** In BTC. */
  readonly quantity: string;
  readonly price: string;
  /** In BTC. */
  readonly buyerFee?: string;
  /** In USDT. */
  readonly sellerFee?: string;
}

/** Portfolios on a database, with journals as the products post them and ticks that a test writes. */
export class PortfolioFixture {
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly deps: PortfolioDeps;
  readonly counter: PortfolioCounter;
  #serial = 0;

  constructor(db: Database, more: Partial<PortfolioDeps> = {}, start = START) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, random: seededRandom('portfolio'), bus, log: silentLog, demo: true };
    this.ledger = createLedger(this.ctx);
    const now = price(UNIT);
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      prices: createPortfolioPrices(
        {
          marketOf: (currency) => (currency === BTC ? BTC_MARKET : currency === ETH ? ETH_MARKET : undefined),
          now: async (queries) => {
            const rows = await queries.rows<{ market_id: MarketId; price: string }>(sql`
              select distinct on (market_id) market_id, price from market_ticks order by market_id, time desc`);
            const byMarket = new Map(rows.map((row) => [row.market_id, price(row.price)]));
            return ({ id }) =>
              id === USDT
                ? now
                : byMarket.get(id === BTC ? BTC_MARKET : id === ETH ? ETH_MARKET : marketId(99));
          },
          change24h: () => rate('0.02'),
        },
        (queries) => this.ledger.currencies(queries),
      ),
      fees: createMovementFees((id) => MARKETS.get(id) ?? { base: BTC, quote: USDT }),
      kindName: (kind) => kind,
      ...more,
    };
    this.counter = new PortfolioCounter(this.deps);
  }

  /** An index tick now. */
  async tick(market: MarketId, text: string): Promise<void> {
    await this.ctx.db.run(sql`
      insert into market_ticks (market_id, time, price, source, quotes)
      values (${market}, ${Math.floor(this.clock.now() / 1000)}, ${text}::numeric, 'live', '')
      on conflict (market_id, time) do update set price = excluded.price`);
  }

  async post(kind: JournalKind, entries: readonly Entry[], reference = `${++this.#serial}`): Promise<void> {
    const key = `test:${kind}:${reference}:${++this.#serial}`;
    await this.ctx.db.transact(async (tx) => {
      const batch = await this.ledger.openBatch(tx, entries);
      batch.post({ key, kind, reference, at: this.clock.now(), entries });
      await batch.close();
    });
  }

  /** Moves an amount between a user and a house account; a negative amount leaves the user. */
  async move(
    kind: JournalKind,
    user: UserId,
    text: string,
    currency: CurrencyId = USDT,
    reference?: string,
  ): Promise<void> {
    const number = amount(text);
    await this.post(
      kind,
      [
        { account: userAccount(user, 'change'), currency, available: number },
        // Only some kinds may pay to the outside.
        {
          account: houseAccount(number > 0n ? 'external' : 'loan_pool'),
          currency,
          available: negate(number),
        },
      ],
      reference,
    );
  }

  /** A trade in BTC as the engine posts it: one journal of a batch, with a fill. The buyer is the taker. */
  async trade(input: TradeInput): Promise<void> {
    const id = ++this.#serial;
    const [quantity, at] = [amount(input.quantity), this.clock.now()];
    const quote = mulDown(quantity, price(input.price));
    const [buyerFee, sellerFee] = [amount(input.buyerFee ?? '0'), amount(input.sellerFee ?? '0')];
    const [buyer, seller] = [userAccount(input.buyer, 'change'), userAccount(input.seller, 'change')];
    const move = (account: AccountId, currency: CurrencyId, available: Amount): Entry => ({
      account,
      currency,
      available,
    });
    const fees = houseAccount('fees', 15);
    const entries = [
      move(buyer, USDT, negate(quote)),
      move(buyer, BTC, minus(quantity, buyerFee)),
      move(seller, BTC, negate(quantity)),
      move(seller, USDT, minus(quote, sellerFee)),
      ...(buyerFee > 0n ? [move(fees, BTC, buyerFee)] : []),
      ...(sellerFee > 0n ? [move(fees, USDT, sellerFee)] : []),
    ];
    await this.ctx.db.transact(async (tx) => {
      const batch = await this.ledger.openBatch(tx, entries);
      const [kind, reference] = ['spot:trade', `order:${id}`] as const;
      batch.post({ key: `spot:trade:${id}`, kind, reference, at, entries });
      await batch.closeAs({ key: `spot:batch:${id}`, kind: 'spot:batch', reference: `batch:${id}` });
      await tx.run(sql`
        insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
          taker_user, maker_fee, taker_fee, house, at)
        values (${id}, 1, ${input.price}::numeric, ${input.quantity}::numeric,
          ${input.quantity}::numeric * ${input.price}::numeric, 1, ${id + 1_000_000}, ${id}, ${input.seller},
          ${input.buyer}, ${input.sellerFee ?? '0'}::numeric, ${input.buyerFee ?? '0'}::numeric, false,
          to_timestamp(${at} / 1000.0))`);
    });
  }

  /**
   * A history of ALICE that tests know to the last digit: money in, two purchases with a fee in BTC, a deposit of BTC, a sale with
   * a fee in USDT, and two rebates.
   */
  async knownHistory(): Promise<void> {
    const { clock } = this;
    const at = (hours: number, price?: string) => {
      clock.set(START + hours * HOUR_MS);
      return price === undefined ? Promise.resolve() : this.tick(BTC_MARKET, price);
    };
    await this.move('deposit', BEN, '100', BTC);
    await this.move('deposit', BEN, '1000000');
    await this.move('deposit', ALICE, '10000');
    await at(1, '50000');
    await this.trade({ buyer: ALICE, seller: BEN, quantity: '0.1', price: '50000', buyerFee: '0.0001' });
    await at(2, '52000');
    await this.move('deposit', ALICE, '0.05', BTC);
    await at(24, '40000');
    await this.trade({ buyer: ALICE, seller: BEN, quantity: '0.1', price: '40000', buyerFee: '0.0001' });
    await at(48, '60000');
    await this.trade({ buyer: BEN, seller: ALICE, quantity: '0.12', price: '60000', sellerFee: '7.2' });
    await this.move('growth:rebate', ALICE, '1.5');
    await this.tick(BTC_MARKET, '61000');
    await this.move('growth:rebate', ALICE, '0.0001', BTC);
    await at(48.5);
  }

  /** Counts everything of a user. */
  async count(user: UserId): Promise<void> {
    while ((await countNext(this.deps, user)) !== true);
  }
}
