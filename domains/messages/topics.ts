import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';

/** Users whose message centre changed, with new notices; published after the commit. */
export const noticesChanged: Topic<readonly { readonly user: UserId; readonly ids: readonly number[] }[]> =
  topic('messages.changed');
