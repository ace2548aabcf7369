import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limit of unneeded body bytes that are read, so that the client reads its reply. */
export const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
export const DRAIN_MS_MAX = 10_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a response whose head is written. A client that is still sending its body gets the reply at once, and the
 * connection stays open until the body has arrived, up to 64 MiB or 10 s: closing with unread bytes would reset the
 * connection, and the client would lose the reply.
 */
export function endResponse(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array,
): void {
  if (request.complete || request.readableEnded || request.destroyed || !hasBody(request)) {
    response.end(body);
    return;
  }
  response.write(body);
  let left = DRAIN_BYTES_MAX;
  const stop = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const giveUp = (): void => {
    stop();
    request.socket.destroySoon();
  };
  const timer = setTimeout(giveUp, DRAIN_MS_MAX);
  timer.unref();
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) giveUp();
  });
  request.once('end', stop);
  request.once('close', stop);
  request.resume();
}
