/** Leveraged contracts against the index. */
export { contractsChannels } from './channels.ts';
export { copyingOf } from './copying.ts';
export { followShares } from './share-actions.ts';
export { COPIES_MAX } from './copies.ts';
export type { CopyOutcome, CopyWish } from './copies.ts';
export { createContracts } from './create.ts';
export type { Contracts } from './create.ts';
export type { OpenWish } from './commands.ts';
export type { Deed } from './desk.ts';
export type { ContractsDeps, DeedsListener, MarketPort, Told } from './engine/ports.ts';
export { contractsHandlers } from './http.ts';
export { contractsMessages } from './messages.ts';
export { contractsNotices } from './notices.ts';
export { contractsApprovals } from './operator.ts';
export { contractStoppable } from './operator-stops.ts';
export { receiptsBy, receiptsOf } from './receipts.ts';
export type { Position } from './position.ts';
export { deedsDone } from './topics.ts';
