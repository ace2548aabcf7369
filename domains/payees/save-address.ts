import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { checkedAddress } from './address.ts';
import type { ResolvedDeps } from './deps.ts';
import { PAYEES_MAX, checkName } from './rules.ts';
import * as store from './store.ts';

export interface AddressRequest {
  readonly user: UserId;
  readonly id?: number | undefined;
  readonly currency: CurrencyId;
  readonly network?: string | undefined;
  readonly name: string;
  readonly address: string;
}

/**
 * Adds or renames an address. Another address under the same id is new and waits like any new one, so that no trusted
 * entry can be redirected. Refuses `network_unknown`, `address_invalid`, `address_known`, `name_special`,
 * `payees_full`, `payee_unknown`, `currency_unknown`.
 */
export async function saveAddress(
  deps: ResolvedDeps,
  request: AddressRequest,
): Promise<{ readonly id: number; readonly usableAt: number }> {
  const name = checkName(request.name);
  const { ctx, ledger, coolingMs } = deps;
  return ctx.db.transact(async (tx) => {
    const currency = await ledger.currency(tx, request.currency);
    const checked = checkedAddress(deps, currency.id, request.network, request.address);
    const { user } = request;
    await store.lockPayees(tx, user);
    const stored = await store.addressKept(tx, user, { currency: currency.id, ...checked });
    const at = ctx.clock.now();
    if (request.id !== undefined) {
      const old = (await store.addressById(tx, user, request.id)) ?? refuse('payee_unknown');
      if (stored?.id === old.id) {
        await store.renameAddress(tx, user, old.id, name);
        return { id: old.id, usableAt: old.usableAt };
      }
      if (stored !== undefined) refuse('address_known');
      await store.deleteAddress(tx, user, old.id, at);
    } else if (stored !== undefined) refuse('address_known');
    if ((await store.countAddresses(tx, user)) >= PAYEES_MAX) refuse('payees_full', { max: PAYEES_MAX });
    const usableAt = at + coolingMs;
    const hashKey = deps.hashing.mark;
    const row = { user, currency: currency.id, ...checked, hashKey, name, at, usableAt };
    const id = (await store.insertAddress(tx, row)) ?? refuse('address_known');
    return { id, usableAt };
  });
}
