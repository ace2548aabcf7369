import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Payload } from '@karat/domains/operators';

/** Returns the account of a request. */
export const uidIn = (payload: Payload): UserId => userId(Number(payload['uid']));
