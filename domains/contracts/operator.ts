import { marketId, refuse } from '@karat/contract';
import type { Contract, MarketId } from '@karat/contract';
import { USDT, houseAccount } from '@karat/domains/ledger';
import { changed } from '@karat/domains/market';
import type { Market, MarketChange } from '@karat/domains/market';
import { requestApproval, change } from '@karat/domains/operators';
import type { ApprovalKinds, Change, Payload, Present } from '@karat/domains/operators';
import { amount, format, isMultipleOf, parse, percentFromRate, plus, price, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS, MULTIPLE_MAX, contractNotional } from '@karat/rules';
import type { Contracts } from './create.ts';
import { addCapital } from './funds.ts';
import { limitsApprovals, limitsHandlers } from './operator-limits.ts';
import { lockContractMarket, writeContractMarket } from './settings-store.ts';
import type { ContractMarket } from './settings-store.ts';
import { contractStatusOf } from './state.ts';
import { payments, sumsSince } from './store.ts';

type All = Handlers<Contract['contracts']>;
type Calls = Pick<
  All,
  | 'console/contracts'
  | 'console/contract_funds'
  | 'console/contract_change'
  | 'console/contract_fund'
  | 'console/contract_limits'
  | 'console/contract_limits_change'
>;

const CHANGE = 'contract change';
const CAPITAL = 'contract capital';
const PAYMENTS = 20;
/** Terms stored with the instrument, and those stored here. */
const TERMS = ['spread', 'overnight', 'lever_trade_fee', 'lever_min_share', 'lever_max_share'] as const;
const CAPS = ['net_cap', 'gross_cap', 'user_cap'] as const;

const decimal = (field: string, text: string): string => {
  const value = parse(text);
  return value === undefined ? refuse('value_invalid', { field }) : format(value);
};

function multiplesOf(text: string): number[] {
  const list = text.split(',').map((part) => Number(part.trim()));
  const fine = list.every((each) => Number.isInteger(each) && each >= 1 && each <= MULTIPLE_MAX);
  if (!fine || list.length === 0 || list.length > 20) refuse('value_invalid', { field: 'multiples' });
  return [...new Set(list)].toSorted((a, b) => a - b);
}

const textOf = (payload: Payload, field: string): string | undefined => {
  const value = payload[field];
  return typeof value === 'string' ? value : undefined;
};

/** The contract market after an approved change. */
export function changedContract(market: ContractMarket, payload: Payload): ContractMarket {
  const cap = (field: (typeof CAPS)[number], old: Amount): Amount => {
    const text = textOf(payload, field);
    return text === undefined ? old : amount(text);
  };
  const multiples = textOf(payload, 'multiples');
  return {
    ...market,
    multiples: multiples === undefined ? market.multiples : multiplesOf(multiples),
    caps: {
      net: cap('net_cap', market.caps.net),
      gross: cap('gross_cap', market.caps.gross),
      user: cap('user_cap', market.caps.user),
    },
  };
}

/** The part of a change that belongs to the instrument. */
function termsOf(payload: Payload): MarketChange {
  const [spread, overnight, fee, least, most] = TERMS.map((field) => textOf(payload, field));
  return {
    marketId: marketId(Number(payload['match_id'])),
    version: Number(payload['market_version']),
    ...(spread === undefined ? {} : { spread: price(spread) }),
    ...(overnight === undefined ? {} : { overnight: rate(overnight) }),
    ...(fee === undefined ? {} : { tradeFee: rate(fee) }),
    ...(least === undefined ? {} : { minShare: amount(least) }),
    ...(most === undefined ? {} : { maxShare: amount(most) }),
  };
}

const touchesTerms = (payload: Payload): boolean => TERMS.some((field) => payload[field] !== undefined);

const percent = (value: Rate): string => `${format(percentFromRate(value))} %`;

const termChanges = (before: Market, after: Market): Change[] => {
  const [a, b] = [before.terms, after.terms];
  return [
    change('Spread', format(a.spread), format(b.spread)),
    change('Overnight fee', percent(a.overnight), percent(b.overnight)),
    change('Trading fee', percent(a.tradeFee), percent(b.tradeFee)),
    change('Smallest order', format(a.minShare), format(b.minShare)),
    change('Largest order', format(a.maxShare), format(b.maxShare)),
  ];
};

const contractChanges = (before: ContractMarket, after: ContractMarket): Change[] => [
  change('Leverages', before.multiples.join(', '), after.multiples.join(', ')),
  change('Cap of the net position', format(before.caps.net), format(after.caps.net)),
  change('Cap of all positions', format(before.caps.gross), format(after.caps.gross)),
  change('Cap of a user', format(before.caps.user), format(after.caps.user)),
];

/** A contract's settings and terms before and after. */
const presentChange =
  ({ inside: { deps, engine } }: Contracts): Present =>
  async (_db, payload) => {
    const market = deps.market.find(marketId(Number(payload['match_id']))) ?? refuse('market_unknown');
    const contract = engine.contract(market.id) ?? refuse('market_unknown');
    const after = touchesTerms(payload) ? changed(market, termsOf(payload)) : market;
    return {
      title: 'Change terms of futures',
      subject: market.symbol,
      changes: [
        ...contractChanges(contract, changedContract(contract, payload)),
        ...termChanges(market, after),
      ],
    };
  };

/** House capital before and after. */
const presentCapital =
  ({ inside: { deps } }: Contracts): Present =>
  async (db, payload) => {
    const fund = payload['fund'] === 'insurance' ? 'insurance' : 'contracts_pool';
    const added = amount(textOf(payload, 'amount') ?? refuse('value_invalid', { field: 'amount' }));
    const { available } = await deps.ledger.balance(db, houseAccount(fund), USDT);
    return {
      title: 'Add house capital to futures',
      subject: fund,
      changes: [
        change(
          `Available of house ${fund}`,
          `${format(available)} USDT`,
          `${format(plus(available, added))} USDT`,
        ),
      ],
    };
  };

/** Approved changes of contracts, executed in the transaction that approves them. */
export function contractsApprovals(
  contracts: Contracts,
  changeMarket: (tx: Tx, change: MarketChange) => Promise<unknown>,
): ApprovalKinds {
  const { deps, engine } = contracts.inside;
  return {
    ...limitsApprovals(contracts),
    [CHANGE]: {
      present: presentChange(contracts),
      async execute(tx, payload) {
        const id = marketId(Number(payload['match_id']));
        const market = (await lockContractMarket(tx, id)) ?? refuse('market_unknown');
        if (market.version !== payload['version']) refuse('approval_stale');
        await writeContractMarket(tx, changedContract(market, payload));
        if (touchesTerms(payload)) await changeMarket(tx, termsOf(payload));
        tx.afterCommit(() => engine.invalidate());
      },
    },
    [CAPITAL]: {
      present: presentCapital(contracts),
      async execute(tx, payload, { approval }) {
        await addCapital(deps.ledger, tx, {
          fund: payload['fund'] === 'insurance' ? 'insurance' : 'pool',
          amount: amount(textOf(payload, 'amount') ?? refuse('value_invalid', { field: 'amount' })),
          key: `contract:fund:${approval}`,
          at: deps.ctx.clock.now(),
        });
      },
    },
  };
}

function marketRow(
  contracts: Contracts,
  id: MarketId,
): Awaited<ReturnType<Calls['console/contracts']>>[number] {
  const { deps, engine } = contracts.inside;
  const market = deps.market.find(id) ?? refuse('market_unknown');
  const contract = engine.contract(id) ?? refuse('market_unknown');
  const index = deps.market.index(id)?.price;
  const { long, short, positions, orders } = engine.book.exposure(id);
  const worth = (quantity: Amount): Amount =>
    index === undefined ? amount(0n) : contractNotional(quantity, index);
  const [longs, shorts] = [worth(long), worth(short)];
  const { terms } = market;
  return {
    match_id: id,
    symbol: market.symbol,
    state: contract.state,
    now: contractStatusOf(contracts, market),
    index_price: index === undefined ? null : format(index),
    spread: format(terms.spread),
    overnight: format(terms.overnight),
    lever_share_num: format(terms.shareNum),
    lever_trade_fee: format(terms.tradeFee),
    lever_min_share: format(terms.minShare),
    lever_max_share: format(terms.maxShare),
    multiples: [...contract.multiples],
    net_cap: format(contract.caps.net),
    gross_cap: format(contract.caps.gross),
    user_cap: format(contract.caps.user),
    positions,
    pending: orders,
    long_notional: format(longs),
    short_notional: format(shorts),
    net_notional: format(amount(longs - shorts)),
    gross_notional: format(amount(longs + shorts)),
    users_unrealised: format(amount(engine.book.profitIn(id))),
    version: contract.version,
  };
}

/** The payload that both operators see; refused now if it could not be executed. */
function changeRequestOf(
  contracts: Contracts,
  input: Parameters<Calls['console/contract_change']>[0]['input'],
): Payload {
  const { deps, engine } = contracts.inside;
  const market = deps.market.find(input.match_id) ?? refuse('market_unknown');
  const contract = engine.contract(market.id) ?? refuse('market_unknown');
  const values: Record<string, string> = {};
  for (const field of [...TERMS, ...CAPS]) {
    const text = input[field];
    if (text !== undefined) values[field] = decimal(field, text);
  }
  const spread = values['spread'];
  const step = 10n ** BigInt(10 - market.indexDecimals);
  // A quoted price has the decimals of the index.
  if (spread !== undefined && !isMultipleOf(price(spread), step))
    refuse('value_invalid', { field: 'spread' });
  if (input.multiples !== undefined) values['multiples'] = multiplesOf(input.multiples).join(',');
  const payload = {
    match_id: market.id,
    version: contract.version,
    market_version: market.version,
    ...values,
  };
  changedContract(contract, payload);
  if (touchesTerms(payload)) changed(market, termsOf(payload));
  return payload;
}

export function consoleHandlers(contracts: Contracts): Calls {
  const { deps, engine } = contracts.inside;
  const { ctx, ledger } = deps;
  return {
    ...limitsHandlers(contracts),
    'console/contracts': () =>
      deps.market
        .all()
        .filter(({ id }) => engine.contract(id) !== undefined)
        .map(({ id }) => marketRow(contracts, id)),
    'console/contract_funds': async () => {
      const [pool, insurance] = [
        await ledger.balance(ctx.db, houseAccount('contracts_pool'), USDT),
        await ledger.balance(ctx.db, houseAccount('insurance'), USDT),
      ];
      const day = await sumsSince(ctx.db, ctx.clock.now() - DAY_MS);
      const { profit, margins, atRisk, positions } = engine.book.totals();
      return {
        pool: format(pool.available),
        insurance: format(insurance.available),
        positions,
        users_unrealised: format(amount(profit)),
        margins: format(amount(margins)),
        accounts_at_risk: atRisk,
        day: {
          liquidations: day.liquidations,
          insurance_paid: format(day.insurance),
          fees: format(day.fees),
          overnight: format(day.overnight),
          users_realised: format(day.profit),
        },
        payments: (await payments(ctx.db, PAYMENTS)).map((row) => ({
          position_id: row.position_id,
          uid: row.user_id,
          created_ms: row.at,
          symbol: deps.market.find(row.market_id)?.symbol ?? String(row.market_id),
          amount: format(amount(row.insurance)),
        })),
      };
    },
    'console/contract_change': async ({ input, caller }) => {
      const payload = changeRequestOf(contracts, input);
      const subject = deps.market.find(input.match_id)?.symbol ?? refuse('market_unknown');
      const { reason } = input;
      const request = { kind: CHANGE, subject, payload, reason, present: presentChange(contracts) };
      const { id, state } = await ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
      return { id, state };
    },
    'console/contract_fund': async ({ input, caller }) => {
      const payload = { fund: input.fund, amount: format(input.amount) };
      const { fund: subject, reason } = input;
      const request = { kind: CAPITAL, subject, payload, reason, present: presentCapital(contracts) };
      const { id, state } = await ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
      return { id, state };
    },
  };
}
