import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Frames received in one measurement; latencies in ms from publishing to reading. */
export interface Measurement {
  readonly messages: number;
  readonly bytes: number;
  readonly latencies: readonly number[];
}

export type Command =
  | { readonly connect: number; readonly port: number; readonly channels: readonly string[] }
  | 'reset'
  | 'report';

/** One socket in this number parses its messages; the others count frames only, to leave the processor to the server. */
const SAMPLE_EVERY = 50;
const AT_ONCE = 50;
const MASKED = 0x80;
const PING = 0x89;
const PONG = Buffer.from([0x8a, MASKED, 0, 0, 0, 0]);

let messages = 0;
let bytes = 0;
let latencies: number[] = [];

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

function subscribe(socket: Socket, channels: readonly string[]): void {
  const text = JSON.stringify({ op: 'sub', ch: channels });
  socket.write(
    Buffer.concat([
      Buffer.from([0x81, MASKED | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]),
      Buffer.from(text),
    ]),
  );
}

/** Counts the frames of a socket and, for some, reads their publishing time. */
function read(socket: Socket, sampled: boolean): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const short = data[1] ?? 0;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < header) break;
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      if (data.length < header + length) break;
      if (data[0] === PING) socket.write(PONG);
      else messages += 1;
      if (sampled && data[0] !== PING) note(data.toString('utf8', header, header + length));
      data = data.subarray(header + length);
    }
    rest = Buffer.from(data);
  });
}

function note(text: string): void {
  const { data } = JSON.parse(text) as {
    data?: { time?: number; messages?: readonly { created_ms: number }[] };
  };
  if (data?.time !== undefined) latencies.push(now() - data.time);
  // Chat rooms: whole milliseconds of the wall clock.
  for (const message of data?.messages ?? []) latencies.push(Date.now() - message.created_ms);
}

function open(port: number, channels: readonly string[], index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    socket.once('data', () => {
      subscribe(socket, channels);
      read(socket, index % SAMPLE_EVERY === 0);
      resolve();
    });
  });
}

process.on('message', (command: Command) => {
  if (command === 'reset') {
    messages = 0;
    bytes = 0;
    latencies = [];
    return;
  }
  if (command === 'report') {
    process.send?.({ messages, bytes, latencies } satisfies Measurement);
    return;
  }
  const all = Array.from({ length: command.connect }, (_, index) => index);
  const connectAll = async (): Promise<void> => {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(
        all.slice(at, at + AT_ONCE).map((index) => open(command.port, command.channels, index)),
      );
    }
    process.send?.('connected');
  };
  void connectAll();
});
