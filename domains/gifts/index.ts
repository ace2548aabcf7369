/** Gift codes: money that is held until somebody claims it with the code, or it returns. */
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { GiftsDeps } from './deps.ts';
import { giftHandlers } from './http.ts';
import { createGiftWorker } from './worker.ts';
import type { GiftWorker } from './worker.ts';

export type { GiftsDeps } from './deps.ts';
export { giftsMessages } from './messages.ts';
export { giftsNotices } from './notices.ts';

export interface Gifts {
  readonly handlers: Handlers<Contract['gifts']>;
  /** Returns expired gifts. */
  readonly worker: GiftWorker;
}

export const createGifts = (deps: GiftsDeps): Gifts => ({
  handlers: giftHandlers(deps),
  worker: createGiftWorker(deps),
});
