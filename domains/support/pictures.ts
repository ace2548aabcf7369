import { refuse } from '@karat/contract';
import { reencode } from '@karat/platform/images';
import type { SupportDeps } from './deps.ts';
import { pictureOfMessage } from './message-store.ts';
import type { Conversation } from './types.ts';

/** Bytes of all pictures that visitors and operators send in one conversation. */
const CONVERSATION_BYTES_MAX = 20 * 1024 * 1024;

/** Owner of the pictures of a conversation in the file store, where users have positive numbers. */
export const pictureOwner = (conversation: number): number => -conversation;

/**
 * Stores a re-encoded picture that a visitor or an operator sends in a conversation. Returns its address. Refuses `support_ended`,
 * `image_invalid`, and `too_many_requests` if the conversation has no capacity left.
 */
export async function storePicture(
  { ctx, files }: SupportDeps,
  { id, state }: Conversation,
  uploaded: Uint8Array | undefined,
): Promise<string> {
  if (state === 'closed') refuse('support_ended');
  const { bytes, mime } = await reencode(uploaded ?? refuse('image_invalid'));
  return ctx.db.transact((tx) =>
    files.keep(tx, {
      owner: pictureOwner(id),
      visibility: 'private',
      mime,
      bytes,
      ownerBytesMax: CONVERSATION_BYTES_MAX,
    }),
  );
}

/** Returns the picture of a message of the customer's conversation as a download. Refuses `support_unknown`. */
export async function readPicture(
  { ctx, files }: SupportDeps,
  conversation: Conversation,
  message: number,
): Promise<{ readonly name: string; readonly type: string; readonly body: Buffer }> {
  const address = await pictureOfMessage(ctx.db, conversation, message);
  const file = address === undefined ? undefined : await files.open(ctx.db, address);
  if (!file) return refuse('support_unknown');
  return {
    name: `picture-${message}.${file.mime.slice('image/'.length)}`,
    type: file.mime,
    body: file.bytes,
  };
}
