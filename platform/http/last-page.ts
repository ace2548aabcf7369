import type { Call } from '@karat/contract';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Returns the last page of a list, if the value is one: numbered pages, or the older form with a count and a limit. */
function lastPageOf(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const { last_page: last, current_page: current, list, count, limit } = value;
  if (typeof last === 'number' && typeof current === 'number') return last;
  if (Array.isArray(list) && typeof count === 'number' && typeof limit === 'number')
    return Math.max(1, Math.ceil(count / limit));
  return undefined;
}

/** Returns the last page of the list in a reply or in one of its fields. */
const lastPageIn = (reply: unknown): number | undefined =>
  lastPageOf(reply) ??
  (isObject(reply)
    ? Object.values(reply)
        .map(lastPageOf)
        .find((last) => last !== undefined)
    : undefined);

/**
 * Runs a call. If the requested page of a list is beyond the last one, runs it again for the last page, so that every
 * list clamps pages alike. A list that counts from its page on may name a smaller last page then, which is tried next.
 */
export function withinPages(call: Call, input: unknown, run: (input: unknown) => unknown): unknown {
  const page = isObject(input) ? input['page'] : undefined;
  if (call.effect !== 'read' || typeof page !== 'number' || page <= 1) return run(input);
  const onPage = async (asked: number): Promise<unknown> => {
    const reply = await run({ ...(input as Values), page: asked });
    const last = lastPageIn(reply);
    return last !== undefined && last < asked ? onPage(last) : reply;
  };
  return onPage(page);
}
