import { createGames } from '@karat/domains/games';
import type { Games } from '@karat/domains/games';
import { rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

const MS_PER_S = 1_000;
const BASIS_POINT = rate('0.0001');

/** The time of the database, unix ms. */
const databaseTime = async (tx: Tx): Promise<number> =>
  Math.floor((await tx.one<{ now: number }>(sql`select clock_timestamp() as now`)).now);

/** The later of both clocks, unix ms: a server that is behind takes no entry after the closing. */
export const entryTime = async ({ clock }: Pick<Context, 'clock'>, tx: Tx): Promise<number> =>
  Math.max(clock.now(), await databaseTime(tx));

/** Builds quiz and guess games. */
export function createGameRounds({
  config,
  ctx,
  identity,
  ledger,
  market,
  messages,
  platform,
  proofs,
}: CoreServices & Prices & People): Games {
  return createGames({
    ctx,
    ledger,
    market,
    messages,
    proofs,
    files: platform.files,
    homeOf: async (db, user) => (await identity.users(db, [user]))[0] ?? { phone: null, region: null },
    demoRoundMs: config.games.demoRoundSeconds * MS_PER_S,
    policy: {
      disputeMs: config.games.disputeHours * HOUR_MS,
      maxFee: rate(BigInt(config.games.feeMaxBasisPoints) * BASIS_POINT),
    },
    entryTime: (tx) => entryTime(ctx, tx),
  });
}
