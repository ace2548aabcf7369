import { logoPath, pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId } from '@karat/contract';
import { explorerLinks, stoppedUses } from '@karat/domains/currencies';
import { format } from '@karat/money';
import { ChainUnavailable } from '@karat/platform/chains';
import type { Handlers } from '@karat/platform/http';
import { ownAddress } from './address.ts';
import { ownLog } from './log-store.ts';
import { depositRouteOf, openMethods } from './deposit-route.ts';
import type { ResolvedDeps } from './deps.ts';
import { readMethods } from './methods.ts';
import { logView, methodView } from './views.ts';
import { sendVoucher, takesVouchers } from './voucher.ts';

type Calls = Handlers<Contract['deposits']>;
type UserCalls = Omit<Calls, `console/${string}`>;

/** Returns currency codes by id. */
export async function codesOf({ ctx, ledger }: ResolvedDeps): Promise<(id: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  return (id) => codes.get(id) ?? String(id);
}

/** Handlers of users' calls; users see only their own rows. */
export const userHandlers = (deps: ResolvedDeps): UserCalls => ({
  'deposit/coins': async () => {
    const { db } = deps.ctx;
    const methods = await readMethods(deps, db);
    const stopped = await stoppedUses(db);
    return (await deps.ledger.currencies(db))
      .filter((currency) => takesVouchers(currency) && !stopped.has(currency.code, 'deposit'))
      .map(({ id, code, title }) => ({
        id,
        name: code,
        title,
        vouchers: true,
        logo: logoPath(code),
        networks: methods
          .of(code)
          .filter(({ network }) => !stopped.has(code, 'deposit', network))
          .map((method) => methodView(deps, method)),
      }));
  },
  'deposit/address': async ({ caller, input }) => {
    const { currency, method } = await depositRouteOf(deps, deps.ctx.db, input.currency, input.network);
    const address = await ownAddress(deps, input.network, caller.userId);
    return { ...methodView(deps, method), currency: currency.id, currency_name: currency.code, address };
  },
  'wallet/get_in_address': async ({ caller, input }) => {
    const currency = await deps.ledger.currency(deps.ctx.db, input.currency);
    const methods = await openMethods(deps, deps.ctx.db, currency);
    const on = async (standard: string): Promise<string> => {
      const method = methods.find((each) => each.standard === standard) ?? refuse('deposit_unavailable');
      return ownAddress(deps, method.network, caller.userId);
    };
    if (currency.code === 'USDT') return { erc20: await on('erc20'), trc20: await on('trc20') };
    return on((methods[0] ?? refuse('deposit_unavailable')).standard);
  },
  'wallet/charge_req': async ({ caller, input }) => {
    const { amount, account, image } = input;
    const id = await sendVoucher(deps, {
      userId: caller.userId,
      currency: input.currency,
      amount,
      account,
      image,
    });
    return { id, status: 1 };
  },
  'recharge/log': async ({ caller, input, lang }) => {
    const { rows, total } = await ownLog(deps.ctx.db, caller.userId, input.currency, input);
    const codeOf = await codesOf(deps);
    const linkOf = await explorerLinks(deps.ctx.db, (network) => deps.open.get(network)?.real ?? false);
    return pageReply(
      rows.map((row) => logView(deps, row, { codeOf, linkOf }, lang)),
      total,
      input.page,
      input.limit,
    );
  },
  'deposit/faucet': async ({ caller, input }) => {
    const { currency, method } = await depositRouteOf(deps, deps.ctx.db, input.currency, input.network);
    if (deps.faucet === undefined || !methodView(deps, method).faucet) return refuse('faucet_closed');
    const address = await ownAddress(deps, input.network, caller.userId);
    try {
      const { txid, amount } = await deps.faucet.send(input.network, currency.code, address);
      return { txid, amount: format(amount) };
    } catch (failure) {
      deps.ctx.log.warn({ network: input.network, reason: String(failure) }, 'test coin transfer failed');
      return refuse(failure instanceof ChainUnavailable ? 'unavailable' : 'faucet_closed');
    }
  },
});
