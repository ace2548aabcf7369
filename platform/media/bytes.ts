/** Reads fixed-size numbers of a file; a position outside of it reads as undefined. */
export class ByteReader {
  readonly #view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.byteLength;
  }

  u8(at: number): number | undefined {
    return at >= 0 && at < this.length ? this.#view.getUint8(at) : undefined;
  }
  u16le(at: number): number | undefined {
    return at >= 0 && at + 2 <= this.length ? this.#view.getUint16(at, true) : undefined;
  }
  u32le(at: number): number | undefined {
    return at >= 0 && at + 4 <= this.length ? this.#view.getUint32(at, true) : undefined;
  }
  u32be(at: number): number | undefined {
    return at >= 0 && at + 4 <= this.length ? this.#view.getUint32(at, false) : undefined;
  }
  /** A 64-bit number; undefined beyond 2^53 as well. */
  u64be(at: number): number | undefined {
    const [high, low] = [this.u32be(at), this.u32be(at + 4)];
    if (high === undefined || low === undefined || high > 0x1f_ffff) return undefined;
    return high * 2 ** 32 + low;
  }
  f64be(at: number): number | undefined {
    return at >= 0 && at + 8 <= this.length ? this.#view.getFloat64(at, false) : undefined;
  }
  f32be(at: number): number | undefined {
    return at >= 0 && at + 4 <= this.length ? this.#view.getFloat32(at, false) : undefined;
  }
  /** Latin-1 text. */
  text(at: number, length: number): string {
    let out = '';
    for (let index = at; index < at + length; index += 1) out += String.fromCharCode(this.u8(index) ?? 0);
    return out;
  }
}
