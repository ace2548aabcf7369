/** Operators: their logins, approvals of two of them, and the console's calls. */
export { approvalQueues, requestedSubjects } from './approval-queue.ts';
export { requestApproval } from './approvals.ts';
export type { ApprovalRequest, ApprovalView } from './approvals.ts';
export type { BotRow, ConsoleDeps, MarketFacts, Message, UserRow, UserSession } from './console.ts';
export { createDailyFigures } from './daily/index.ts';
export type { DailyFigures } from './daily/index.ts';
export type { DailyDeps, DayRange } from './daily/deps.ts';
export type { CreditedSum } from './daily/rules.ts';
export { operatorHandlers } from './http.ts';
export { operatorKeyedRows } from './keyed-rows.ts';
export { operatorDeviceKey } from './known-devices.ts';
export { authenticate, confirm as confirmOperator, operatorLogins } from './login.ts';
export type { LoginDeps as OperatorLogins } from './login.ts';
export type { Payload } from './rules.ts';
export type { PasskeyPolicy, SecondFactor } from './second-factor.ts';
export { operatorMessages } from './messages.ts';
export { correctionReason } from './correction.ts';
export type { CorrectionPorts } from './correction.ts';
export { operatorNotices } from './notices.ts';
export { demoLogins } from './demo.ts';
export { demoOperators, seedDemoOperators } from './operators.ts';
export type {
  ApprovalKind,
  ApprovalKinds,
  Decision,
  DemoOperator,
  Executor,
  Passwords,
} from './operators.ts';
export { limitReached } from './single-operator.ts';
export type { SingleOperatorLimit, SingleOperatorSums } from './single-operator.ts';
export { stopAfterRestore } from './restored.ts';
export { createProductStops } from './product-stops.ts';
export type { ProductStops } from './product-stops.ts';
export { stopsOf } from './stop-store.ts';
export type { Stopped } from './stop-store.ts';
export type { StopOrder, StopSubject, Stoppable } from './stops.ts';
export { change, fact, momentText } from './presentation.ts';
export type { Change, Present, Presentation } from './presentation.ts';
export { dismissOperator, addOperator, renewOperator, staff } from './staff.ts';
export type { NewLogin } from './staff.ts';
export { pausedBots } from './store.ts';
export { operatorsOfRoles } from './staff.ts';
export { selectRecords } from './user-record-source.ts';
export type { UserRecordRow, UserRecordSource } from './user-record-source.ts';
