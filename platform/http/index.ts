export type { Asked, Caller, Handler, Handlers, OperatorCaller, RequestInfo, UploadedFile } from './handlers.ts';
