import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Payload } from '@karat/domains/operators';

/** The account that a request is about. */
export const uidIn = (payload: Payload): UserId => userId(Number(payload['uid']));
