import type { PrivateReader } from '@karat/platform/ws';

/** A message of a channel as a client receives it. */
interface ReceivedFrame {
  readonly ch: string;
  readonly seq: number;
  readonly snapshot?: boolean;
  readonly data: unknown;
}

/** A connection that keeps the messages of channels which it receives. */
export class FrameReader implements PrivateReader {
  readonly frames: ReceivedFrame[] = [];
  readonly open = true;
  readonly waiting = 0;
  readonly behind: PrivateReader['behind'] = new Set();
  readonly numbers: PrivateReader['numbers'] = new Map();
  readonly held: PrivateReader['held'] = new Map();

  write(frame: Buffer): void {
    // The header of a frame is longer from 126 bytes of payload on.
    const header = (frame[1] ?? 0) < 126 ? 2 : 4;
    this.frames.push(JSON.parse(frame.subarray(header).toString()) as ReceivedFrame);
  }

  resync(): void {
    throw new Error('too slow');
  }

  /** The changes that a channel has sent, the oldest first. */
  of(name: string): unknown[] {
    return this.frames.filter(({ ch, snapshot }) => ch === name && snapshot !== true).map(({ data }) => data);
  }

  /** The snapshots that a private channel has sent, the oldest first. */
  snapshotsOf(name: string): unknown[] {
    return this.frames.filter(({ ch, snapshot }) => ch === name && snapshot === true).map(({ data }) => data);
  }
}
