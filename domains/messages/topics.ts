import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';

/** Users who were told something; after the commit. */
export const noticesTold: Topic<readonly UserId[]> = topic('messages.told');
