import { OPTION_DIRECTION, OPTION_STATUS, pageReply, refuse } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, format, max, min, minus } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { accept } from './accept.ts';
import { coolOff, setLimit } from './limits.ts';
import { consoleHandlers } from './operator.ts';
import type { OptionsDeps } from './deps.ts';
import { readPerson } from './people-store.ts';
import { OPTIONS_QUIZ, QUIZ_VERSION } from './questions.ts';
import { answerQuiz, quizIn } from './quiz.ts';
import { regionAllowed } from './regions.ts';
import { winRate } from './rules.ts';
import { orderOfUser, ordersOfUser } from './store.ts';
import { readCurrencies, readDurations } from './terms-store.ts';
import { durationView, limitsView, namesOf, orderView } from './view.ts';
import type { Names } from './view.ts';

type Calls = Contract['options'];

/** Names of markets and currencies. */
export async function readNames({ ctx, ledger, market }: OptionsDeps): Promise<Names> {
  const currencies = await ledger.currencies(ctx.db);
  return namesOf(
    new Map(market.instruments.all().map(({ id, symbol }) => [Number(id), symbol])),
    new Map(currencies.map(({ id, code }) => [Number(id), code])),
  );
}

async function recordOf(deps: OptionsDeps, user: UserId): Promise<Reply<Calls['microtrade/record']>> {
  const { db, clock } = deps.ctx;
  const person = await readPerson(db, user);
  const { wins = 0, losses = 0, ties = 0, voids = 0, staked = ZERO, returned = ZERO } = person ?? {};
  const rate = winRate(wins, losses);
  return {
    wins,
    losses,
    ties,
    voids,
    staked: format(staked),
    returned: format(returned),
    net: format(minus(returned, staked)),
    win_rate: rate === undefined ? null : format(rate),
    quiz_passed: person?.quizVersion === QUIZ_VERSION,
    region_allowed: await regionAllowed(deps, db, person ?? { userId: user, country: undefined }),
    limits: limitsView(person, clock.now()),
  };
}

async function payable(
  deps: OptionsDeps,
  user: UserId | undefined,
): Promise<Reply<Calls['microtrade/payable_currencies']>> {
  const { ctx, ledger } = deps;
  const durations = (await readDurations(ctx.db)).filter((row) => row.enabled);
  const rows = (await readCurrencies(ctx.db)).filter((row) => row.enabled);
  const own = user === undefined ? [] : await ledger.balances(ctx.db, [userAccount(user, 'micro')]);
  return Promise.all(
    rows.map(async (row) => {
      const { code, decimals } = await ledger.currency(ctx.db, row.currencyId);
      const balance = own.find(({ currency }) => currency === row.currencyId);
      // The widest limits of any duration: a narrower one has its own refusals.
      const least = durations.map(({ minStake }) => minStake).reduce((a, b) => min(a, b), row.maxStake);
      const most = durations.map(({ maxStake }) => maxStake).reduce((a, b) => max(a, b), ZERO);
      return {
        id: row.currencyId,
        name: code,
        decimals,
        micro_trade_fee: format(ZERO),
        micro_min: format(max(row.minStake, least)),
        micro_max: format(min(row.maxStake, most)),
        user_wallet: {
          micro_balance: format(balance?.available ?? ZERO),
          lock_micro_balance: format(balance?.held ?? ZERO),
        },
      };
    }),
  );
}

const trading = (deps: OptionsDeps) =>
  ({
    'microtrade/seconds': async () => (await readDurations(deps.ctx.db)).map(durationView),
    'microtrade/payable_currencies': ({ caller }) => payable(deps, caller?.userId),
    'microtrade/submit': async ({ input, caller, tx }) => {
      const { match_id: marketId, currency_id: currencyId, type, seconds, number: stake } = input;
      const direction = type === OPTION_DIRECTION.up ? 'up' : 'down';
      const request = { userId: caller.userId, marketId, currencyId, direction, seconds, stake } as const;
      const order = await accept(deps, tx, request);
      return orderView(order, await readNames(deps), deps.ctx.clock.now());
    },
    'microtrade/lists': async ({ input, caller }) => {
      const filter = {
        market: input.match_id,
        open: input.status === undefined ? undefined : input.status === OPTION_STATUS.open,
      };
      const { rows, total } = await ordersOfUser(deps.ctx.db, caller.userId, filter, input);
      const names = await readNames(deps);
      const now = deps.ctx.clock.now();
      return pageReply(
        rows.map((order) => orderView(order, names, now)),
        total,
        input.page,
        input.limit,
      );
    },
    'microtrade/get_result': async ({ input, caller }) => {
      const order = (await orderOfUser(deps.ctx.db, caller.userId, input.id)) ?? refuse('option_unknown');
      return orderView(order, await readNames(deps), deps.ctx.clock.now());
    },
  }) satisfies Partial<Handlers<Calls>>;

/** Handlers of the options calls; users see only their own orders. */
export const optionsHandlers = (deps: OptionsDeps): Handlers<Calls> => ({
  ...trading(deps),
  ...consoleHandlers(deps),
  'microtrade/record': ({ caller }) => recordOf(deps, caller.userId),
  'microtrade/quiz': ({ lang }) => quizIn(OPTIONS_QUIZ, lang),
  'microtrade/quiz_answer': ({ input, caller }) => answerQuiz(deps, OPTIONS_QUIZ, caller.userId, input),
  'microtrade/limits': async ({ caller }) =>
    limitsView(await readPerson(deps.ctx.db, caller.userId), deps.ctx.clock.now()),
  'microtrade/limit': ({ input, caller }) => setLimit(deps, caller.userId, input.kind, input.amount),
  'microtrade/cool_off': ({ input, caller }) => coolOff(deps, caller.userId, input.hours),
});
