import { FIAT_METHODS, pageReply, refuse } from '@karat/contract';
import type { Contract, FiatMethod, Reply } from '@karat/contract';
import { ZERO, format, percentFromRate } from '@karat/money';
import type { Rate } from '@karat/money';
import { SIMULATED_RATES } from '@karat/domains/wallet';
import type { Handlers } from '@karat/platform/http';
import { getCountries } from 'libphonenumber-js';
import { cancelOrder, sendProof } from './buyer.ts';
import { answerDispute } from './disputes/answer.ts';
import { disputeCalls } from './disputes/http.ts';
import { operatorCalls } from './operator.ts';
import { currentPrice, isOffered, placeOrder } from './order.ts';
import { payingPage } from './page.ts';
import type { FiatDeps } from './deps.ts';
import { providerOf } from './providers.ts';
import { disputeStates } from './disputes/store.ts';
import { ordersOf, ownOrder } from './store.ts';
import { orderDetail, orderRow, stateOf } from './views.ts';

type Calls = Handlers<Contract['fiat']>;
type Config = Reply<Contract['fiat']['otc/config']>;

/** A rate in percent: 0.01 is "1". */
const percent = (spread: Rate): string => format(percentFromRate(spread));

async function configOf(deps: FiatDeps): Promise<Config> {
  const { offers } = deps;
  const rates = await deps.rates(deps.ctx.db);
  const codes = Object.keys(offers.minimums);
  const currencies = codes.map((code) => {
    const stored = rates.find((rate) => rate.code === code);
    const price = currentPrice(deps, stored);
    return {
      code,
      symbol: stored?.symbol ?? code,
      min: format(offers.minimums[code] ?? ZERO),
      price: price === undefined ? null : format(price),
      rate_ms: stored?.savedAt ?? null,
      simulated: stored?.source === SIMULATED_RATES,
      spread: code === 'USD' ? '0' : percent(offers.spread),
    };
  });
  const methodOf = (method: FiatMethod) => ({
    method,
    currencies: codes.filter((code) => isOffered(deps, method, code)),
    minutes: offers.minutes[method],
    simulated: method !== 'swift' && providerOf(deps, method)?.simulated === true,
    tax_id: [...offers.taxIdCountries],
  });
  return {
    countries: getCountries().map((code) => {
      const sold = Object.hasOwn(offers.countries, code) ? offers.countries[code] : undefined;
      return { code, supported: sold !== undefined, currencies: [...(sold ?? [])] };
    }),
    currencies,
    methods: FIAT_METHODS.map(methodOf).filter((method) => method.currencies.length > 0),
    limits: ([1, 2] as const).map((level) => ({ level, max: format(deps.limits[level]) })),
    rate_source: [...new Set(rates.map((rate) => rate.source))].join(', '),
  };
}

const buyerCalls = (deps: FiatDeps) =>
  ({
    'otc/config': () => configOf(deps),
    'otc/order': async ({ caller, input, tx }) => {
      const { country, currency, method, amount, price, first_name, last_name, full_name } = input;
      const payer = {
        first_name,
        last_name,
        full_name,
        email: input.email,
        phone: input.phone,
        tax_id: input.tax_id ?? '',
      };
      const request = { user: caller.userId, country, currency, method, amount, price, payer };
      return orderDetail(deps, tx, await placeOrder(deps, tx, request));
    },
    'otc/orders': async ({ caller, input }) => {
      const { rows, total } = await ordersOf(deps.ctx.db, caller.userId, stateOf(input.status), input);
      const disputed = await disputeStates(
        deps.ctx.db,
        rows.map(({ id }) => id),
      );
      return pageReply(
        rows.map((row) => orderRow(deps, row, disputed.get(row.id) ?? null)),
        ...([total, input.page, input.limit] as const),
      );
    },
    'otc/order_detail': async ({ caller, input }) => {
      const order = (await ownOrder(deps.ctx.db, caller.userId, input.id)) ?? refuse('fiat_order_unknown');
      return orderDetail(deps, deps.ctx.db, order);
    },
    'otc/proof': async ({ caller, input, tx }) =>
      orderDetail(deps, tx, await sendProof(deps, tx, caller.userId, input)),
    'otc/cancel': async ({ caller, input, tx }) =>
      orderDetail(deps, tx, await cancelOrder(deps, tx, caller.userId, input.id)),
    'otc/pay': ({ caller, input, lang }) => payingPage(deps, caller.userId, input.id, lang),
    'otc/dispute_answer': async ({ caller, input, tx }) =>
      orderDetail(deps, tx, await answerDispute(deps, tx, caller.userId, input)),
  }) satisfies Partial<Calls>;

/** Handlers of buyers' and operators' calls. */
export const fiatHandlers = (deps: FiatDeps): Calls => ({
  ...buyerCalls(deps),
  ...operatorCalls(deps),
  ...disputeCalls(deps),
});
