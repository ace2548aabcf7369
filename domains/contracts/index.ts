/** Leveraged contracts against the index. */
export { contractsChannels } from './channels.ts';
export { copyingOf } from './copying.ts';
export { followShares } from './share-actions.ts';
export { COPIES_MAX, createContracts } from './create.ts';
export type { Contracts, CopyOutcome, CopyWish } from './create.ts';
export type { OpenWish } from './commands.ts';
export type { Deed } from './desk.ts';
export type { ContractsDeps, DeedsListener, MarketPort, Told } from './engine/ports.ts';
export { contractsHandlers } from './http.ts';
export { contractsMessages } from './messages.ts';
export { contractsNotices } from './notices.ts';
export { contractsExecutors } from './operator.ts';
export { receiptsBy } from './receipts.ts';
export type { Position } from './position.ts';
export { deedsDone } from './topics.ts';
