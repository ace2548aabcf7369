const TEXT_FIN = 0x81;
const LENGTH_7_MAX = 125;
const LENGTH_16_MAX = 0xffff;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Returns a whole WebSocket text frame of a server (unmasked): built once, written to every reader. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length <= LENGTH_7_MAX) {
    const frame = Buffer.allocUnsafe(2 + length);
    frame[1] = length;
    return filled(frame, 2, text);
  }
  if (length <= LENGTH_16_MAX) {
    const frame = Buffer.allocUnsafe(4 + length);
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
    return filled(frame, 4, text);
  }
  const frame = Buffer.allocUnsafe(10 + length);
  frame[1] = LENGTH_64;
  frame.writeBigUInt64BE(BigInt(length), 2);
  return filled(frame, 10, text);
}

function filled(frame: Buffer, header: number, text: string): Buffer {
  frame[0] = TEXT_FIN;
  frame.write(text, header, 'utf8');
  return frame;
}
