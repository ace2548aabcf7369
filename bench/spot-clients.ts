// Light clients for load: one request at a time on one connection, over HTTP/1.1 or over the socket's `call`.
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

/** Sends one order's fields and returns the reply's envelope as text. */
export interface Client {
  order(fields: Readonly<Record<string, string>>): Promise<string>;
  /** Sends several orders of one account in one request; returns the reply's envelope as text. */
  batch(orders: readonly Readonly<Record<string, string>>[]): Promise<string>;
  /** Cancels all open orders of its account; only if a connection belongs to one account. */
  readonly cancelAll?: () => Promise<string>;
  close(): void;
}

/**
 * A keep-alive HTTP connection; each order belongs to the account that `tokens` returns. Reads just enough of HTTP to
 * find the end of a reply.
 */
export async function httpClient(url: URL, tokens: () => string): Promise<Client> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true);
  await once(socket, 'connect');
  let buffered = '';
  let answer: ((body: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    buffered += chunk;
    const head = buffered.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? 0);
    if (buffered.length < head + 4 + length) return;
    const body = buffered.slice(head + 4, head + 4 + length);
    buffered = buffered.slice(head + 4 + length);
    answer?.(body);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the server closed the connection')));
  const post = (path: string, type: string, body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      answer = resolve;
      failed = reject;
      const head = `POST /api/${path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: ${tokens()}\r\ncontent-type: ${type}`;
      socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, 'latin1');
    });
  return {
    // Numbers and plain words: nothing to escape.
    order: (fields) =>
      post(
        'coin/trade',
        'application/x-www-form-urlencoded',
        Object.entries(fields)
          .map((field) => field.join('='))
          .join('&'),
      ),
    batch: (orders) => post('coin/batch_trade', 'application/json', JSON.stringify({ orders })),
    close: () => socket.destroy(),
  };
}

/** A WebSocket of one account. */
export async function socketClient(url: URL, tokens: () => string): Promise<Client> {
  const socket = new WebSocket(`ws://${url.host}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  let answer: ((body: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  const said = (frame: object): Promise<string> =>
    new Promise((resolve, reject) => {
      answer = resolve;
      failed = reject;
      socket.send(JSON.stringify(frame));
    });
  socket.on('message', (data) => answer?.((data as Buffer).toString()));
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the server closed the connection')));
  await said({ op: 'login', token: tokens() });
  let calls = 0;
  return {
    order: (fields) => said({ op: 'call', id: ++calls, path: 'coin/trade', body: fields }),
    batch: (orders) => said({ op: 'call', id: ++calls, path: 'coin/batch_trade', body: { orders } }),
    cancelAll: () => said({ op: 'call', id: ++calls, path: 'coin/cancel_all', body: {} }),
    close: () => socket.terminate(),
  };
}
