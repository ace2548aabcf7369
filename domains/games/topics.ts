import { topic } from '@karat/platform/bus';

/** Rounds whose pool or state has changed, after the commit. */
export const roundsChanged = topic<readonly number[]>('games.rounds_changed');
