/** Quiz and guess games: rounds with a pool that the right stakes share. */
import type { Contract, UserId } from '@karat/contract';
import { createStakeLimits } from '@karat/domains/options';
import type { OptionsDeps } from '@karat/domains/options';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { Channels } from '@karat/platform/ws';
import { gameApprovals } from './approvals.ts';
import { registerGamesChannel } from './channel.ts';
import { seedDemoRounds } from './demo.ts';
import type { DemoIndex } from './demo.ts';
import type { GamesDeps } from './deps.ts';
import { gamesHandlers } from './http.ts';
import { GAMES_QUIZ } from './questions.ts';
import { createGamesWorker } from './worker.ts';
import type { GamesWorker } from './worker.ts';

export { gamesMessages } from './messages.ts';
export { gamesNotices } from './notices.ts';
export type { GamesDeps, GamesPolicy } from './deps.ts';

export interface Games {
  readonly handlers: Handlers<Contract['games']>;
  /** What two operators decide: rounds, answers with evidence, cancellations, disputes, schedules. */
  readonly approvals: ApprovalKinds;
  /** Creates and settles rounds; runs where due work runs. */
  readonly worker: GamesWorker;
  /** Rounds in different states with entries of users, once. Demonstrations only. */
  seedDemoRounds(tx: Tx, index: DemoIndex, users: readonly UserId[]): Promise<void>;
  /** Publishes pools on the channel `games`; returns a function that stops it. */
  channel(channels: Channels): () => void;
}

export function createGames(given: Omit<GamesDeps, 'limits'> & Pick<OptionsDeps, 'homeOf'>): Games {
  const { homeOf, ...rest } = given;
  const deps: GamesDeps = { ...rest, limits: createStakeLimits({ ctx: rest.ctx, homeOf }, GAMES_QUIZ) };
  return {
    handlers: gamesHandlers(deps),
    approvals: gameApprovals(deps),
    worker: createGamesWorker(deps),
    seedDemoRounds: (tx, index, users) => seedDemoRounds(deps, tx, index, users),
    channel: (channels) => registerGamesChannel(deps, channels),
  };
}
