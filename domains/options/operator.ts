import { currencyId, refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import { houseAccount, HOUSE_SHARDS } from '@karat/domains/ledger';
import { requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Payload } from '@karat/domains/operators';
import { UNIT, ZERO, amount, divDown, format, minus, plus, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { getCountries } from 'libphonenumber-js';
import { utcDay } from '@karat/rules';
import { symbolOf } from './deps.ts';
import type { OptionsDeps } from './deps.ts';
import { presentCurrency, presentDuration, presentRegions } from './presentation.ts';
import { regionsIn } from './rules.ts';
import { readDay, readExposure } from './store.ts';
import {
  lockCurrency,
  lockCapacity,
  readCurrencies,
  readDurations,
  readRegions,
  writeCurrency,
  writeDuration,
  writeRegions,
  writeCapacity,
} from './terms-store.ts';
import type { Currency, Duration } from './types.ts';
import { durationView } from './view.ts';

type Calls = Contract['options'];
type Dashboard = Reply<Calls['console/options']>;

const DURATION = 'option duration';
const CURRENCY = 'option currency';
const REGIONS = 'option regions';
const SECONDS = { min: 5, max: 3_000 };

const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');
const amountAt = (payload: Payload, field: string): Amount => amount(textAt(payload, field));

/** A duration from an approved payload; refuses `value_invalid` with the field that is out of bounds. */
export function durationOf(payload: Payload): Omit<Duration, 'id'> {
  const row = {
    seconds: Number(payload['seconds']),
    ratio: rate(divDown(amountAt(payload, 'profit_ratio'), rate('100'))),
    minStake: amountAt(payload, 'min_amount'),
    maxStake: amountAt(payload, 'max_amount'),
    enabled: payload['enabled'] === true,
  };
  if (row.seconds < SECONDS.min || row.seconds > SECONDS.max) refuse('value_invalid', { field: 'seconds' });
  if (row.ratio <= 0n || row.ratio > UNIT) refuse('value_invalid', { field: 'profit_ratio' });
  if (row.maxStake < row.minStake) refuse('value_invalid', { field: 'max_amount' });
  return row;
}

/** A currency's terms from an approved payload; refuses `value_invalid`. */
export function currencyOf(payload: Payload): Currency {
  const row = {
    currencyId: currencyId(Number(payload['currency_id'])),
    minStake: amountAt(payload, 'min_stake'),
    maxStake: amountAt(payload, 'max_stake'),
    userMax: amountAt(payload, 'user_max'),
    windowMax: amountAt(payload, 'window_max'),
    poolMax: amountAt(payload, 'pool_max'),
    enabled: payload['enabled'] === true,
  };
  if (row.maxStake < row.minStake) refuse('value_invalid', { field: 'max_stake' });
  if (row.userMax < row.maxStake) refuse('value_invalid', { field: 'user_max' });
  return row;
}

/** Regions from an approved payload. Refuses `area_unknown` for an unknown country. */
function regionsOf(payload: Payload): readonly string[] {
  const regions = regionsIn(textAt(payload, 'regions')) ?? refuse('area_unknown');
  const known = new Set<string>(getCountries());
  return regions.every((region) => known.has(region)) ? regions : refuse('area_unknown');
}

/** Changes a currency's terms; the difference of the caps is divided equally among the shards of the pool. */
async function changeCurrency(tx: Tx, after: Currency): Promise<void> {
  const before = (await lockCurrency(tx, after.currencyId)) ?? refuse('option_currency');
  await writeCurrency(tx, after);
  const change = minus(after.poolMax, before.poolMax);
  if (change === 0n) return;
  const capacities = await lockCapacity(tx, after.currencyId);
  const share = change / BigInt(capacities.length);
  const rest = change - share * BigInt(capacities.length);
  await writeCapacity(
    tx,
    after.currencyId,
    capacities.map((capacity, index) => plus(capacity, amount(index === 0 ? share + rest : share))),
  );
}

/** Approved changes of options: terms of new orders, nothing else. */
export const optionApprovals: ApprovalKinds = {
  [DURATION]: {
    present: presentDuration(durationOf),
    execute: async (tx, payload) => void (await writeDuration(tx, durationOf(payload))),
  },
  [CURRENCY]: {
    present: presentCurrency(currencyOf),
    execute: (tx, payload) => changeCurrency(tx, currencyOf(payload)),
  },
  [REGIONS]: {
    present: presentRegions(regionsOf),
    execute: (tx, payload) => writeRegions(tx, regionsOf(payload)),
  },
};

async function poolsOf(
  { ctx, ledger }: OptionsDeps,
  currencies: readonly Currency[],
  code: (id: number) => string,
) {
  const accounts = Array.from({ length: HOUSE_SHARDS }, (_, shard) => houseAccount('option_pool', shard));
  const balances = await ledger.balances(ctx.db, accounts);
  return currencies.map((row) => {
    const own = balances.filter(({ currency }) => currency === row.currencyId);
    return {
      currency_name: code(row.currencyId),
      available: format(own.reduce((sum, { available }) => plus(sum, available), ZERO)),
      owed: format(own.reduce((sum, { held }) => plus(sum, held), ZERO)),
      pool_max: format(row.poolMax),
    };
  });
}

async function dashboard(deps: OptionsDeps): Promise<Dashboard> {
  const { ctx, ledger } = deps;
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [Number(id), code]));
  const code = (id: number): string => codes.get(id) ?? String(id);
  const currencies = await readCurrencies(ctx.db);
  const today = await readDay(ctx.db, Date.parse(utcDay(ctx.clock.now())));
  const text = (value: string): string => format(amount(value));
  return {
    durations: (await readDurations(ctx.db)).map(durationView),
    currencies: currencies.map((row) => ({
      currency_id: row.currencyId,
      currency_name: code(row.currencyId),
      enabled: row.enabled,
      min_stake: format(row.minStake),
      max_stake: format(row.maxStake),
      user_max: format(row.userMax),
      window_max: format(row.windowMax),
      pool_max: format(row.poolMax),
    })),
    regions: await readRegions(ctx.db),
    pools: await poolsOf(deps, currencies, code),
    exposure: (await readExposure(ctx.db)).map((row) => ({
      match_id: row.market_id,
      symbol: symbolOf(deps, row.market_id),
      currency_name: code(row.currency_id),
      orders: row.orders,
      stake_up: text(row.stake_up),
      stake_down: text(row.stake_down),
      owed_up: text(row.owed_up),
      owed_down: text(row.owed_down),
      next_expiry_ms: row.next_expiry,
    })),
    day: {
      settled: today.settled,
      wins: today.wins,
      losses: today.losses,
      ties: today.ties,
      voids: today.voids,
      staked: text(today.staked),
      returned: text(today.returned),
      lateness_p99_ms: today.lateness,
    },
  };
}

type ConsoleCalls =
  | 'console/options'
  | 'console/option_duration'
  | 'console/option_currency'
  | 'console/option_regions';

const durationPayload = (input: Read<Calls['console/option_duration']>): Payload => ({
  seconds: input.seconds,
  profit_ratio: format(input.profit_ratio),
  min_amount: format(input.min_amount),
  max_amount: format(input.max_amount),
  enabled: input.enabled,
});

const currencyPayload = (input: Read<Calls['console/option_currency']>): Payload => ({
  currency_id: input.currency_id,
  enabled: input.enabled,
  min_stake: format(input.min_stake),
  max_stake: format(input.max_stake),
  user_max: format(input.user_max),
  window_max: format(input.window_max),
  pool_max: format(input.pool_max),
});

/** Console calls: terms of new orders by two operators, and reads. None of them changes an order. */
export function consoleHandlers(deps: OptionsDeps): Pick<Handlers<Calls>, ConsoleCalls> {
  const { ctx } = deps;
  return {
    'console/options': () => dashboard(deps),
    'console/option_duration': ({ input, caller }) => {
      const payload = durationPayload(input);
      durationOf(payload);
      const present = presentDuration(durationOf);
      const request = {
        kind: DURATION,
        subject: `${input.seconds} s`,
        payload,
        reason: input.reason,
        present,
      };
      return ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
    },
    'console/option_currency': async ({ input, caller }) => {
      const payload = currencyPayload(input);
      const wanted = currencyOf(payload);
      const known = (await readCurrencies(ctx.db)).some((row) => row.currencyId === wanted.currencyId);
      if (!known) refuse('option_currency');
      const { code } = await deps.ledger.currency(ctx.db, wanted.currencyId);
      const present = presentCurrency(currencyOf);
      const request = { kind: CURRENCY, subject: code, payload, reason: input.reason, present };
      return ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
    },
    'console/option_regions': ({ input, caller }) => {
      const payload = { regions: (regionsIn(input.regions) ?? refuse('area_unknown')).join(',') };
      regionsOf(payload);
      const present = presentRegions(regionsOf);
      const subject = 'regions without options';
      const request = { kind: REGIONS, subject, payload, reason: input.reason, present };
      return ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
    },
  };
}
