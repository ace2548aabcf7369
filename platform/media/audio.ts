import type { ByteReader } from './bytes.ts';

const MS = 1_000;

/** Duration of a PCM WAV in ms; undefined for another or a damaged file. */
export function wavDuration(file: ByteReader): number | undefined {
  const riff = file.u32le(4);
  if (riff === undefined || riff + 8 > file.length) return undefined;
  let at = 12;
  let rate: number | undefined;
  while (at + 8 <= file.length) {
    const name = file.text(at, 4);
    const size = file.u32le(at + 4);
    if (size === undefined || at + 8 + size > file.length) return undefined;
    if (name === 'fmt ') {
      const format = file.u16le(at + 8);
      if (format !== 1 && format !== 3) return undefined;
      rate = file.u32le(at + 16);
    }
    if (name === 'data') return rate === undefined || rate === 0 ? undefined : Math.round((size * MS) / rate);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** kbit/s of MPEG-1 and MPEG-2 layer III by index. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const ID3_HEADER = 10;

interface Mp3Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** A layer III frame at a position; undefined if there is none. */
function mp3Frame(file: ByteReader, at: number): Mp3Frame | undefined {
  const head = file.u32be(at);
  if (head === undefined || head >>> 21 !== 0x7ff) return undefined;
  const version = (head >>> 19) & 3;
  const layer = (head >>> 17) & 3;
  if (version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const kbit = (isFirst ? RATES_1 : RATES_2)[(head >>> 12) & 15];
  const base = SAMPLE_RATES[(head >>> 10) & 3];
  if (!kbit || base === undefined) return undefined;
  const sampleRate = isFirst ? base : version === 2 ? base / 2 : base / 4;
  const samples = isFirst ? 1_152 : 576;
  const bytes = Math.floor((samples * 125 * kbit) / sampleRate) + ((head >>> 9) & 1);
  return { bytes, ms: (samples * MS) / sampleRate };
}

/** Bytes of an ID3v2 tag at the start; 0 without one. */
function id3Bytes(file: ByteReader): number {
  if (file.text(0, 3) !== 'ID3') return 0;
  const part = (at: number): number => (file.u8(at) ?? 0) & 0x7f;
  return ID3_HEADER + ((part(6) << 21) | (part(7) << 14) | (part(8) << 7) | part(9));
}

/** Duration of an MP3 in ms: its frames from the first to the last; undefined where other data lies between them. */
export function mp3Duration(file: ByteReader): number | undefined {
  let at = id3Bytes(file);
  let ms = 0;
  let frames = 0;
  while (at < file.length) {
    const frame = mp3Frame(file, at);
    if (!frame) break;
    at += frame.bytes;
    ms += frame.ms;
    frames += 1;
  }
  // An ID3v1 tag of 128 bytes may follow, and the last frame may be short.
  const isWhole = at >= file.length || (file.length - at === 128 && file.text(at, 3) === 'TAG');
  return frames >= 2 && isWhole ? Math.round(ms) : undefined;
}

const OGG_HEADER = 27;

/** Bytes of one Ogg page; undefined if there is none at the position. */
function oggPage(file: ByteReader, at: number): number | undefined {
  if (file.text(at, 4) !== 'OggS') return undefined;
  const segments = file.u8(at + 26);
  if (segments === undefined) return undefined;
  let bytes = OGG_HEADER + segments;
  for (let index = 0; index < segments; index += 1) bytes += file.u8(at + OGG_HEADER + index) ?? 0;
  return at + bytes <= file.length ? bytes : undefined;
}

/** Samples a second of the Opus or Vorbis stream of the first page; undefined for another one. */
function oggRate(file: ByteReader): number | undefined {
  const at = OGG_HEADER + (file.u8(26) ?? 0);
  if (file.text(at, 8) === 'OpusHead') return 48_000;
  return file.text(at + 1, 6) === 'vorbis' ? file.u32le(at + 12) : undefined;
}

/** Duration of an Ogg file with Opus or Vorbis in ms; undefined for another or a damaged file. */
export function oggDuration(file: ByteReader): number | undefined {
  const rate = oggRate(file);
  if (!rate) return undefined;
  let at = 0;
  let granule = 0;
  while (at < file.length) {
    const bytes = oggPage(file, at);
    if (bytes === undefined) return undefined;
    const low = file.u32le(at + 6) ?? 0;
    const high = file.u32le(at + 10) ?? 0;
    if (high < 0x1f_ffff) granule = Math.max(granule, high * 2 ** 32 + low);
    at += bytes;
  }
  return granule > 0 ? Math.round((granule * MS) / rate) : undefined;
}
