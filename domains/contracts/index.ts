/** Leveraged contracts that settle against the index. */
export { contractsChannels } from './channels.ts';
export { createCopyTradingPort } from './copying.ts';
export { followShares } from './share-actions.ts';
export { COPIES_MAX } from './copies.ts';
export type { CopyOutcome, CopyRequest } from './copies.ts';
export { createContracts } from './create.ts';
export type { Contracts } from './create.ts';
export type { OpenRequest } from './commands.ts';
export type { PositionEvent } from './margin-account.ts';
export type { ContractsDeps, PositionEventsListener, MarketPort, UserNotification } from './engine/ports.ts';
export { contractsHandlers } from './http.ts';
export { contractsMessages } from './messages.ts';
export { contractsNotices } from './notices.ts';
export { contractsApprovals } from './operator.ts';
export { contractStoppable } from './operator-stops.ts';
export { receiptsBy, receiptsOf } from './receipts.ts';
export type { Position } from './position.ts';
export { positionEvents } from './topics.ts';
