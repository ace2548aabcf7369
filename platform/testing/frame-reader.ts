import type { PrivateReader } from '@karat/platform/ws';

/** A message of a channel as a client receives it. */
interface ReceivedFrame {
  readonly ch: string;
  readonly seq: number;
  readonly data: unknown;
}

/** A connection that keeps the messages of channels which it receives. */
export class FrameReader implements PrivateReader {
  readonly frames: ReceivedFrame[] = [];
  readonly open = true;
  readonly waiting = 0;
  readonly behind: PrivateReader['behind'] = new Set();
  readonly numbers: PrivateReader['numbers'] = new Map();

  write(frame: Buffer): void {
    // The header of a frame is longer from 126 bytes of payload on.
    const header = (frame[1] ?? 0) < 126 ? 2 : 4;
    this.frames.push(JSON.parse(frame.subarray(header).toString()) as ReceivedFrame);
  }

  resync(): void {
    throw new Error('too slow');
  }

  /** What a channel has sent, the oldest first. */
  of(name: string): unknown[] {
    return this.frames.filter(({ ch }) => ch === name).map(({ data }) => data);
  }
}
