import type { Contract, Reply, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { CREDIT_SCORE_MAX, creditScoreOf } from '@karat/rules';
import type { CreditScore } from '@karat/rules';
import type { GrowthDeps } from './deps.ts';

/** The credit score of a user now, from the rows: it is stored nowhere. */
export const readCreditScore = async (
  { ctx, creditFactsOf }: Pick<GrowthDeps, 'ctx' | 'creditFactsOf'>,
  db: Queries,
  user: UserId,
): Promise<CreditScore> => creditScoreOf(await creditFactsOf(db, user), ctx.clock.now());

export const creditView = ({ score, parts }: CreditScore): Reply<Contract['growth']['credit/score']> => ({
  score,
  max: CREDIT_SCORE_MAX,
  parts: parts.map(({ part, count, each, countMax, points }) => ({
    part,
    count,
    each,
    count_max: countMax,
    points,
  })),
});
