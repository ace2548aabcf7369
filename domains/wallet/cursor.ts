import { refuse } from '@karat/contract';

const CURSOR = /^[1-9][0-9]{0,14}$/;
/** Returns the id of the last row of the previous page; refuses a malformed cursor. */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  return CURSOR.test(cursor) ? Number(cursor) : refuse('parameter_error');
}
