/** The Finance tab across products: what a user has invested, earned, and what comes next. */
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import { overviewOf } from './overview.ts';
import type { WealthDeps } from './overview.ts';

export { POSITIONS_MAX } from './source.ts';
export type { Earned, WealthSource, Yesterday } from './source.ts';

export interface Wealth {
  readonly handlers: Handlers<Contract['wealth']>;
}

export const createWealth = (deps: WealthDeps): Wealth => ({
  handlers: { 'finance/overview': ({ caller }) => overviewOf(deps, caller.userId) },
});
