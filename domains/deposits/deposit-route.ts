import { refuse } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import { stoppedUses } from '@karat/domains/currencies';
import type { Currency } from '@karat/domains/ledger';
import type { Queries } from '@karat/platform/db';
import type { OpenNetwork, ResolvedDeps } from './deps.ts';
import { readMethods } from './methods.ts';
import type { MethodInForce } from './methods.ts';

/** The deposit methods of a currency that are not stopped; none of one that is disabled. */
export async function openMethods(
  deps: ResolvedDeps,
  queries: Queries,
  { code, enabled }: Currency,
): Promise<readonly MethodInForce[]> {
  if (!enabled) return [];
  const stopped = await stoppedUses(queries);
  const methods = await readMethods(deps, queries);
  return methods.of(code).filter(({ network }) => !stopped.has(code, 'deposit', network));
}

/** Returns the deposit method of a currency over a network. Refuses `currency_unknown` and `deposit_unavailable`. */
export async function depositRouteOf(
  deps: ResolvedDeps,
  queries: Queries,
  currency: CurrencyId,
  network: NetworkId,
): Promise<{ readonly currency: Currency; readonly method: MethodInForce; readonly on: OpenNetwork }> {
  const found = await deps.ledger.currency(queries, currency);
  const methods = await openMethods(deps, queries, found);
  const method = methods.find((each) => each.network === network) ?? refuse('deposit_unavailable');
  const on = deps.open.get(network) ?? refuse('deposit_unavailable');
  return { currency: found, method, on };
}
