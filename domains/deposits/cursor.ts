import { refuse } from '@karat/contract';

/** A cursor is the id of the last row of the page. */
export function before(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const id = Number(cursor);
  return Number.isSafeInteger(id) && id > 0 ? id : refuse('parameter_error');
}
