import { WebSocket } from 'ws';

export interface Frame {
  readonly ch?: string;
  readonly seq: number;
  readonly snapshot?: true;
  readonly data: unknown;
  /** Payload of a call's reply. */
  readonly message?: unknown;
}

/** A socket client that waits for the next frame of a channel on demand. */
export interface Client {
  subscribe(...channels: string[]): Promise<void>;
  /** The next change of a channel; its snapshots are skipped. */
  next(channel: string): Promise<Frame>;
  /** The next snapshot of a private channel. */
  snapshot(channel: string): Promise<Frame>;
  /** Makes a call with the connection's login; returns the frame of its reply. */
  call(path: string, body: object): Promise<Frame>;
  /** Close code. */
  readonly closed: Promise<number>;
  close(): void;
}

const snapshotOf = (channel: string | undefined): string => `snapshot of ${channel}`;

export async function openClient(url: string, token?: string): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const kept = new Map<string, Frame[]>();
  const waiting = new Map<string, (frame: Frame) => void>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame & { op?: string };
    const name = frame.op ?? (frame.snapshot === true ? snapshotOf(frame.ch) : frame.ch) ?? '';
    const take = waiting.get(name);
    waiting.delete(name);
    if (take) take(frame);
    else kept.set(name, [...(kept.get(name) ?? []), frame]);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const next = async (name: string): Promise<Frame> =>
    kept.get(name)?.shift() ?? new Promise<Frame>((resolve) => waiting.set(name, resolve));
  const say = (frame: object): void => socket.send(JSON.stringify(frame));
  if (token !== undefined) {
    say({ op: 'login', token });
    await next('login');
  }
  return {
    next,
    snapshot: (channel) => next(snapshotOf(channel)),
    closed,
    async subscribe(...ch) {
      say({ op: 'sub', ch });
      await next('sub');
    },
    async call(path, body) {
      say({ op: 'call', id: 1, path, body });
      return next('reply');
    },
    close: () => socket.close(),
  };
}
