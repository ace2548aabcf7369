import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A client that takes nothing for this long is disconnected. */
const STALLED_MS_MAX = 30_000;

/**
 * Writes pieces as fast as the client takes them. The reading ends when the client disconnects or stalls; when it fails, the
 * connection is closed before the last chunk, so that the client sees an incomplete file. Never throws.
 */
export async function streamBody(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  stalledMsMax: number = STALLED_MS_MAX,
): Promise<void> {
  response.setTimeout(stalledMsMax, () => response.destroy());
  try {
    // One piece ahead: each may be a page of rows.
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), response);
  } catch {
    response.destroy();
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
