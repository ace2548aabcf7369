import type { ChatHold, UserId } from '@karat/contract';
import { hasEmail, hasLink, hasPhoneNumber, hasWalletAddress } from '@karat/rules';

/** Reports of different users that hide a shown message until a moderator decides. */
export const REPORTS_TO_HOLD = 3;
/** Maximum authors that one reader can block. */
export const BLOCKS_MAX = 500;
/** Messages per minute from one network, over all its users. */
export const NETWORK_PER_MINUTE = 120;

const S_MS = 1_000;

/** Verdict on a text: refused for a link, held for the listed reasons, or shown. */
export type Verdict =
  | { readonly kind: 'refused' }
  | { readonly kind: 'held'; readonly holds: readonly ChatHold[] }
  | { readonly kind: 'shown' };

/** Screens a text before it reaches a room. */
export function screen(text: string): Verdict {
  if (hasLink(text)) return { kind: 'refused' };
  const holds: ChatHold[] = [];
  if (hasWalletAddress(text)) holds.push('wallet_address');
  if (hasPhoneNumber(text)) holds.push('phone');
  if (hasEmail(text)) holds.push('email');
  return holds.length > 0 ? { kind: 'held', holds } : { kind: 'shown' };
}

/**
 * Returns the name that a room shows. A nickname that contains the UID, as the first one of an account does, is replaced by one
 * of the author id.
 */
export const publicName = (nickname: string, user: UserId, author: number | undefined): string =>
  nickname === '' || nickname.includes(String(user)) ? `K#${author ?? '…'}` : nickname;

/** Returns the ms until slow mode accepts the author's next message, 0 for now. */
export const slowModeWait = (slowModeS: number, lastMs: number | undefined, now: number): number =>
  lastMs === undefined || slowModeS === 0 ? 0 : Math.max(0, lastMs + slowModeS * S_MS - now);
