/** Quiz and guess games: rounds with a pool that the right stakes share. */
export { gamesMessages } from './messages.ts';
