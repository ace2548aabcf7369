import type { HouseState, MarginAccount } from './margin-account.ts';

/** Runs several changes of an account. If one throws, account, positions and house funds are as before. */
export function allOrNothing<T>(account: MarginAccount, house: HouseState, change: () => T): T {
  const { available } = account;
  const funds = { ...house };
  const before = account.positions.map((position) => ({ position, state: { ...position } }));
  try {
    return change();
  } catch (error) {
    account.available = available;
    Object.assign(house, funds);
    for (const { position, state } of before) Object.assign(position, state);
    account.positions.splice(0, account.positions.length, ...before.map(({ position }) => position));
    throw error;
  }
}
