import { describe, expect, test } from 'vitest';
import { Socket } from './socket.ts';
import type { ChannelEvent, ConnectionState, WebSocketLike, WebSocketHandlers } from './socket.ts';

class FakeWire implements WebSocketLike {
  readonly sent: Record<string, unknown>[] = [];
  readonly events: WebSocketHandlers;
  answering = true;
  constructor(events: WebSocketHandlers) {
    this.events = events;
  }
  send(text: string): void {
    const frame = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(frame);
    if (this.answering && frame['op'] !== 'ping') this.push({ op: frame['op'], ok: true, ch: frame['ch'] });
  }
  close(): void {
    this.events.closed();
  }
  push(frame: unknown): void {
    this.events.received(JSON.stringify(frame));
  }
  ops(op: string): unknown[] {
    return this.sent
      .filter((frame) => frame['op'] === op)
      .map((frame) => frame['ch'] ?? frame['token'] ?? null);
  }
}

/** A socket whose connections and clock are controlled by the test. */
function start() {
  const wires: FakeWire[] = [];
  const links: ConnectionState[] = [];
  let now = 0;
  let timers: { at: number; action: () => void }[] = [];
  const socket = new Socket(
    {
      open: (events) => {
        const wire = new FakeWire(events);
        wires.push(wire);
        return wire;
      },
      after: (ms, action) => {
        const timer = { at: now + ms, action };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      random: () => 0,
      onLink: (link) => links.push(link),
    },
    (channel) => channel === 'orders',
  );
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [next] = timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      now = next.at;
      next.action();
    }
    now = until;
  };
  const wire = (): FakeWire => {
    const last = wires.at(-1);
    if (!last) throw new Error('no wire was opened');
    return last;
  };
  const open = (): FakeWire => {
    socket.connect();
    wire().events.opened();
    return wire();
  };
  return { socket, wires, links, pass, wire, open };
}

const ear = () => {
  const events: ChannelEvent<unknown>[] = [];
  return { events, listen: (one: ChannelEvent<unknown>) => void events.push(one) };
};

describe('socket', () => {
  test('subscribes once for two listeners and delivers every frame to both', () => {
    const { socket, open } = start();
    const wire = open();
    const one = ear();
    const two = ear();
    socket.subscribe('ticker', one.listen);
    socket.subscribe('ticker', two.listen);
    wire.push({ ch: 'ticker', seq: 1, data: 'a' });
    expect(wire.ops('sub')).toEqual([['ticker']]);
    expect([one.events, two.events]).toEqual([[{ data: 'a', first: true }], [{ data: 'a', first: true }]]);
  });

  test('resubscribes after a gap and reports values as stale until the next snapshot', () => {
    const { socket, open } = start();
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 4, data: 'snapshot' });
    wire.push({ ch: 'depth:1', seq: 5, data: 'five' });
    wire.push({ ch: 'depth:1', seq: 7, data: 'seven' });
    wire.push({ ch: 'depth:1', seq: 9, data: 'new snapshot' });
    expect(wire.ops('unsub')).toEqual([['depth:1']]);
    expect(wire.ops('sub')).toEqual([['depth:1'], ['depth:1']]);
    expect(events).toEqual([
      { data: 'snapshot', first: true },
      { data: 'five', first: false },
      'stale',
      { data: 'new snapshot', first: true },
    ]);
  });

  test('asks for no snapshot of private channels: the app reads that state with calls', () => {
    const { socket, open } = start();
    socket.login('token');
    const wire = open();
    wire.push({ op: 'login', ok: true });
    socket.subscribe('orders', ear().listen);
    expect(wire.sent.at(-1)).toEqual({ op: 'sub', ch: ['orders'], snapshot: false });
  });

  test('ignores frames of the subscription before the gap', () => {
    const { socket, open } = start();
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 1, data: 'snapshot' });
    wire.answering = false;
    wire.push({ ch: 'depth:1', seq: 3, data: 'gap' });
    wire.push({ ch: 'depth:1', seq: 4, data: 'late' });
    wire.push({ op: 'sub', ok: true, ch: ['depth:1'] });
    wire.push({ ch: 'depth:1', seq: 1, data: 'again' });
    expect(events).toEqual([{ data: 'snapshot', first: true }, 'stale', { data: 'again', first: true }]);
  });

  test('accepts a snapshot at any time, as slow readers get it', () => {
    const { socket, open } = start();
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 1, data: { snapshot: true, bids: [] } });
    wire.push({ ch: 'depth:1', seq: 40, data: { snapshot: true, bids: [['1', '2']] } });
    wire.push({ ch: 'depth:1', seq: 41, data: { snapshot: false, bids: [] } });
    expect(wire.ops('sub')).toHaveLength(1);
    expect(events.map((one) => one !== 'stale' && one.first)).toEqual([true, true, false]);
  });

  test('reports private channels as stale when the server ends the session', () => {
    const { socket, open } = start();
    socket.login('secret');
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('orders', listen);
    wire.push({ op: 'logout', ok: false, error: 'unauthenticated' });
    expect(events).toEqual(['stale']);
  });

  test('treats a repeated sequence number as a gap', () => {
    const { socket, open } = start();
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('trade:1', listen);
    wire.push({ ch: 'trade:1', seq: 1, data: 'a' });
    wire.push({ ch: 'trade:1', seq: 1, data: 'a' });
    expect(events.at(-1)).toBe('stale');
  });

  test('unsubscribes some time after the last listener has left', () => {
    const { socket, open, pass } = start();
    const wire = open();
    const leave = socket.subscribe('ticker', ear().listen);
    leave();
    pass(4_000);
    const leaveAgain = socket.subscribe('ticker', ear().listen);
    pass(10_000);
    expect(wire.ops('unsub')).toEqual([]);
    leaveAgain();
    pass(5_000);
    expect(wire.ops('unsub')).toEqual([['ticker']]);
  });

  test('resubscribes for a late listener, so that it gets the snapshot', () => {
    const { socket, open } = start();
    const wire = open();
    const early = ear();
    const late = ear();
    socket.subscribe('depth:1', early.listen);
    wire.push({ ch: 'depth:1', seq: 1, data: 'snapshot' });
    socket.subscribe('depth:1', late.listen);
    wire.push({ ch: 'depth:1', seq: 1, data: 'snapshot again' });
    expect(late.events).toEqual(['stale', { data: 'snapshot again', first: true }]);
    expect(early.events.at(-1)).toEqual({ data: 'snapshot again', first: true });
  });

  test('lets a listener that returns within the grace time continue without a gap', () => {
    const { socket, open, pass } = start();
    const wire = open();
    const { events, listen } = ear();
    const leave = socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 1, data: 'snapshot' });
    leave();
    wire.push({ ch: 'depth:1', seq: 2, data: 'two' });
    pass(1_000);
    socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 3, data: 'three' });
    expect(wire.ops('sub')).toHaveLength(1);
    expect(events.map((one) => (one === 'stale' ? one : one.data))).toEqual(['snapshot', 'two', 'three']);
  });

  test('reports stale values to a listener that left for good', () => {
    const { socket, open, pass } = start();
    const wire = open();
    const { events, listen } = ear();
    const leave = socket.subscribe('depth:1', listen);
    wire.push({ ch: 'depth:1', seq: 1, data: 'snapshot' });
    leave();
    pass(10_000);
    expect(events.at(-1)).toBe('stale');
    expect(wire.ops('unsub')).toHaveLength(1);
  });

  test('reconnects with growing delays and resubscribes to everything', () => {
    const { socket, open, wire, wires, pass, links } = start();
    open();
    const { events, listen } = ear();
    socket.subscribe('ticker', listen);
    wire().close();
    expect(events).toEqual(['stale']);
    pass(250);
    expect(wires).toHaveLength(2);
    wire().close();
    pass(499);
    expect(wires).toHaveLength(2);
    pass(1);
    expect(wires).toHaveLength(3);
    wire().events.opened();
    expect(wire().ops('sub')).toEqual([['ticker']]);
    expect(links).toEqual(['connecting', 'open', 'waiting', 'connecting', 'waiting', 'connecting', 'open']);
  });

  test('subscribes to private channels only after the login is answered', () => {
    const { socket, open, wire } = start();
    socket.login('secret');
    socket.subscribe('orders', ear().listen);
    open();
    expect(wire().sent.map((frame) => frame['op'])).toEqual(['login', 'sub']);
    expect(wire().ops('sub')).toEqual([['orders']]);
  });

  test('reconnects when another user logs in', () => {
    const { socket, open, pass, wires, wire } = start();
    socket.login('first');
    open();
    socket.login('second');
    pass(250);
    wire().events.opened();
    expect(wires).toHaveLength(2);
    expect(wire().ops('login')).toEqual(['second']);
  });

  test('closes a connection that has been silent for too long', () => {
    const { open, pass, wires } = start();
    const wire = open();
    pass(20_000);
    expect(wire.ops('ping')).toHaveLength(1);
    wire.push({ op: 'pong' });
    pass(44_000);
    expect(wires).toHaveLength(1);
    pass(2_000);
    expect(wires).toHaveLength(2);
  });

  test('ignores frames that are not JSON', () => {
    const { open } = start();
    const wire = open();
    expect(() => wire.events.received('{')).not.toThrow();
  });

  test('gives the connection five seconds to answer after the app was suspended', () => {
    const { socket, wires, open, pass } = start();
    const wire = open();
    const { events, listen } = ear();
    socket.subscribe('ticker', listen);
    wire.push({ ch: 'ticker', seq: 1, data: 'a' });
    socket.wake();
    expect(wire.ops('ping')).toHaveLength(1);
    pass(4_000);
    wire.push({ op: 'ping', ok: true });
    pass(10_000);
    expect(events.at(-1)).toEqual({ data: 'a', first: true });
    socket.wake();
    pass(5_000);
    expect(events.at(-1)).toBe('stale');
    pass(1_000);
    expect(wires).toHaveLength(2);
  });

  test('reconnects at once when the app becomes visible', () => {
    const { socket, wires, open } = start();
    open().events.closed();
    socket.wake();
    expect(wires).toHaveLength(2);
  });

  test('after a connection that opened the delays begin anew', () => {
    const { wires, open, pass } = start();
    open().events.closed();
    for (const delay of [250, 500, 1_000]) {
      pass(delay);
      wires.at(-1)?.events.closed();
    }
    expect(wires).toHaveLength(4);
    pass(2_000);
    wires.at(-1)?.events.opened();
    wires.at(-1)?.events.closed();
    pass(249);
    expect(wires).toHaveLength(5);
    pass(1);
    expect(wires).toHaveLength(6);
  });

  test('after a reconnection private channels wait for the new login, public ones do not', () => {
    const { socket, wire, open, pass } = start();
    socket.login('token');
    open();
    socket.subscribe('orders', () => undefined);
    socket.subscribe('ticker', () => undefined);
    wire().events.closed();
    pass(250);
    wire().answering = false;
    wire().events.opened();
    expect(wire().ops('sub')).toEqual([['ticker']]);
    wire().push({ op: 'login', ok: true });
    expect(wire().ops('sub')).toEqual([['ticker'], ['orders']]);
  });

  test('the late end of a former connection leaves the present one alone', () => {
    const { socket, wires, wire, links, open } = start();
    const former = open();
    former.events.closed();
    socket.connect();
    wire().events.opened();
    const { events, listen } = ear();
    socket.subscribe('ticker', listen);
    wire().push({ ch: 'ticker', seq: 1, data: 'a' });
    former.events.closed();
    expect([wires.length, links.at(-1), events]).toEqual([2, 'open', [{ data: 'a', first: true }]]);
  });

  test('an ended session silences private channels alone', () => {
    const { socket, wire, open } = start();
    socket.login('token');
    open();
    const [own, all] = [ear(), ear()];
    socket.subscribe('orders', own.listen);
    socket.subscribe('ticker', all.listen);
    wire().push({ ch: 'orders', seq: 1, data: 'a' });
    wire().push({ ch: 'ticker', seq: 1, data: 'b' });
    wire().push({ op: 'logout' });
    expect([own.events.at(-1), all.events.at(-1)]).toEqual(['stale', { data: 'b', first: true }]);
  });
});
