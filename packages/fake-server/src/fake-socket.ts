interface ClientFrame {
  readonly op: string;
  readonly ch?: readonly string[];
}

/** The server's end of `/ws`: takes the place of `WebSocket`, answers logins and subscriptions, pushes what the test gives it. */
export class FakeSocket extends EventTarget {
  static readonly connected: FakeSocket[] = [];
  readonly #seq = new Map<string, number>();
  readonly channels = new Set<string>();

  constructor() {
    super();
    FakeSocket.connected.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }

  send(text: string): void {
    const frame = JSON.parse(text) as ClientFrame;
    for (const channel of frame.ch ?? []) {
      if (frame.op === 'sub') this.channels.add(channel);
      else this.channels.delete(channel);
      this.#seq.delete(channel);
    }
    if (frame.op === 'ping') this.#receive({ op: 'pong' });
    else this.#receive({ op: frame.op, ok: true, ch: frame.ch });
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }

  /** Pushes a frame of a channel to who subscribes to it. */
  push(channel: string, data: unknown): void {
    if (!this.channels.has(channel)) throw new Error(`nobody subscribes to ${channel}`);
    const seq = (this.#seq.get(channel) ?? 0) + 1;
    this.#seq.set(channel, seq);
    this.#receive({ ch: channel, seq, data });
  }

  #receive(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}
