export type {
  AuthenticatedCaller,
  IncomingRequest,
  Authentication,
  DeviceAuthentication,
  RateLimits,
} from './auth-guard.ts';
export type { Answer, Download, Messages } from './envelope.ts';
export { refusalOf, refusalText, refused, refusedBy } from './envelope.ts';
export { Unreadable, readJson } from './fields.ts';
export type { Fields } from './fields.ts';
export type {
  HandlerRequest,
  Caller,
  Handler,
  Handlers,
  OperatorCaller,
  Program,
  RequestInfo,
  SignedRequest,
  UploadedFile,
} from './handlers.ts';
export { BARE_HEADERS, PAGE_HEADERS, STRICT_TRANSPORT } from './headers.ts';
export type { ServesHost } from './hosts.ts';
export { createHttp } from './http.ts';
export type { Http, HttpOptions } from './http.ts';
export { forgetOldReplies } from './idempotency.ts';
export type { Invoker } from './invoke.ts';
export { TokenBuckets } from './limits.ts';
export { commonMessages } from './messages.ts';
export type { Mounted } from './mount.ts';
export { addressReader, coarseNetworkOf, isLoopback, networkOf } from './network.ts';
export type { Page } from './pages.ts';
export type { Readiness } from './probes.ts';
export type { ProgramAuthentication } from './program-guard.ts';
export type { RequestObserver } from './request-log.ts';
export { signedRequest } from './signed.ts';
export type { ApiNotes } from './openapi.ts';
