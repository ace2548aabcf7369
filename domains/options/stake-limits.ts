import type { UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { utcDay } from '@karat/rules';
import type { OptionsDeps } from './deps.ts';
import { countGameStake, countGamesSettled, lockPerson, readPerson, writeQuiz } from './people-store.ts';
import type { SettledStakes } from './people-store.ts';
import type { Quiz } from './questions.ts';
import { answerQuiz, quizIn } from './quiz.ts';
import { regionAllowed } from './regions.ts';
import { checkOwnLimits, countersAt } from './rules.ts';
import { limitsView } from './view.ts';
import type { LimitsView } from './view.ts';

/** A user whose counters are locked until the transaction ends. */
export interface Staker {
  readonly quizPassed: boolean;
  readonly regionAllowed: boolean;
  /**
   * Counts a stake. Refuses `option_cooling_off`, `option_daily_stake` and `option_daily_loss` by the limits that the user has
   * set for options and games together.
   */
  take(stake: Amount): Promise<void>;
}

/** Limits, regions and quiz of options for stakes of games. Dollar coins count one to one. */
export interface StakeLimits {
  lock(tx: Tx, user: UserId): Promise<Staker>;
  /** Counts settled stakes; users are locked in the order of their ids. */
  settle(tx: Tx, rows: readonly SettledStakes[]): Promise<void>;
  state(
    db: Queries,
    user: UserId,
  ): Promise<{
    readonly quizPassed: boolean;
    readonly regionAllowed: boolean;
    readonly limits: LimitsView;
  }>;
  /** Stores that a user has passed the quiz. Demonstrations only. */
  passQuiz(tx: Tx, user: UserId, country: string): Promise<void>;
  quiz(lang: Lang): ReturnType<typeof quizIn>;
  answerQuiz(
    user: UserId,
    input: { readonly answers: string; readonly country: string },
  ): ReturnType<typeof answerQuiz>;
}

export function createStakeLimits(deps: Pick<OptionsDeps, 'ctx' | 'homeOf'>, quiz: Quiz): StakeLimits {
  const { ctx } = deps;
  return {
    async lock(tx, user) {
      const now = ctx.clock.now();
      const person = await lockPerson(tx, user, now);
      return {
        quizPassed: person.gamesQuizVersion === quiz.version,
        regionAllowed: await regionAllowed(deps, tx, person),
        async take(stake) {
          checkOwnLimits(person, stake, now);
          const { staked, net } = countersAt(person, now);
          await countGameStake(tx, user, {
            day: person.day > utcDay(now) ? person.day : utcDay(now),
            staked: plus(staked, stake),
            net,
            open: plus(person.gamesOpen, stake),
          });
        },
      };
    },
    settle: (tx, rows) => countGamesSettled(tx, utcDay(ctx.clock.now()), rows),
    async state(db, user) {
      const person = await readPerson(db, user);
      return {
        quizPassed: person?.gamesQuizVersion === quiz.version,
        regionAllowed: await regionAllowed(deps, db, person ?? { userId: user, country: undefined }),
        limits: limitsView(person, ctx.clock.now()),
      };
    },
    async passQuiz(tx, user, country) {
      const now = ctx.clock.now();
      await lockPerson(tx, user, now);
      await writeQuiz(tx, user, { product: quiz.product, country, version: quiz.version, now });
    },
    quiz: (lang) => quizIn(quiz, lang),
    answerQuiz: (user, input) => answerQuiz(deps, quiz, user, input),
  };
}
