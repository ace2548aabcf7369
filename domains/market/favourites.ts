import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { lockFor } from '@karat/platform/db';
import type { MarketData } from './create.ts';
import { addFavourite, deleteFavourite } from './store.ts';

const FAVOURITES_MAX = 100;

/** Adds a user's favourite and returns its row. Refuses `currency_unknown` (not traded) and `favourites_full`. */
export async function keepFavourite(data: MarketData, user: UserId, currency: CurrencyId): Promise<number> {
  if (!data.instruments.all().some((market) => market.base === currency)) refuse('currency_unknown');
  const { db, clock } = data.inside.ctx;
  const now = clock.now();
  const id = await db.transact(async (tx) => {
    await lockFor(tx, 'favourites', user);
    return addFavourite(tx, user, currency, FAVOURITES_MAX, now);
  });
  return id ?? refuse('favourites_full', { max: FAVOURITES_MAX });
}

/** Removes a user's favourite. Refuses `not_found`, also for another user's row. */
export async function dropFavourite(data: MarketData, user: UserId, id: number): Promise<void> {
  if (!(await deleteFavourite(data.inside.ctx.db, user, id))) refuse('not_found');
}
