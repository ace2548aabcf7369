/** Web Push: encryption (RFC 8291), identification of the server (RFC 8292), and which addresses are pushed to. */
export { areKeysValid } from './encrypt.ts';
export type { PushKeys } from './encrypt.ts';
export { PUSH_SERVICES, isLocalHost } from './endpoint.ts';
export { createPush } from './push.ts';
export type { Push, PushTarget } from './push.ts';
