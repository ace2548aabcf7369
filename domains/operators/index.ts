/** The people behind the exchange: their logins, what two of them decide together, and the console's calls. */
export { ask } from './approvals.ts';
export type { ApprovalView } from './approvals.ts';
export type { BotRow, ConsoleDeps, MarketFacts, Message, UserRow, UserSession } from './console.ts';
export { operatorHandlers } from './http.ts';
export { authenticate, confirm as confirmOperator } from './login.ts';
export type { Payload } from './rules.ts';
export { operatorMessages } from './messages.ts';
export { correctionReason } from './correction.ts';
export type { CorrectionPorts } from './correction.ts';
export { operatorNotices } from './notices.ts';
export { demoOperators, seedDemoOperators } from './operators.ts';
export type { Decision, DemoOperator, Executor, Executors, Passwords } from './operators.ts';
export { dismiss, engage, renew, staff } from './staff.ts';
export type { NewLogin } from './staff.ts';
export { pausedBots } from './store.ts';
