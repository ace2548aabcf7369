import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A client that takes nothing for this long is disconnected. */
const STALLED_MS_MAX = 30_000;
/** So is one that takes a file more slowly than this, piece after piece. */
const WHOLE_MS_MAX = 600_000;

interface StreamTimes {
  readonly stalledMsMax?: number;
  readonly wholeMsMax?: number;
}

/**
 * Writes pieces as fast as the client takes them. The reading ends when the client disconnects, stalls or is too slow; when it fails, the
 * connection is closed before the last chunk, so that the client sees an incomplete file. Never throws.
 */
export async function streamBody(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  { stalledMsMax = STALLED_MS_MAX, wholeMsMax = WHOLE_MS_MAX }: StreamTimes = {},
): Promise<void> {
  response.setTimeout(stalledMsMax, () => response.destroy());
  const late = setTimeout(() => response.destroy(), wholeMsMax);
  try {
    // One piece ahead: each may be a page of rows.
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), response);
  } catch {
    response.destroy();
  } finally {
    clearTimeout(late);
  }
}

/** Passes pieces on and reports a failure of their source; a client that disconnects is none. */
export async function* reporting(
  pieces: AsyncIterable<string>,
  report: (failure: unknown) => void,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (failure) {
    report(failure);
    throw failure;
  }
}
