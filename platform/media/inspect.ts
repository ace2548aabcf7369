import { mp3Duration, oggDuration, wavDuration } from './audio.ts';
import { ByteReader } from './bytes.ts';
import { readGif } from './gif.ts';
import { readMp4 } from './mp4.ts';
import { readWebm } from './webm.ts';

export type MediaKind = 'gif' | 'audio' | 'video';

/** What a file is by its bytes; its name and declared type are not looked at. */
export interface MediaFacts {
  readonly kind: MediaKind;
  readonly mime: string;
  readonly durationMs: number;
  /** Pixels of a GIF. */
  readonly width?: number;
  readonly height?: number;
}

/** Formats by their first bytes. `damaged`: the file begins as one and is none. */
export type Inspection =
  | MediaFacts
  | { readonly kind: 'unknown' }
  | { readonly kind: 'damaged'; readonly of: MediaKind };

const damaged = (of: MediaKind): Inspection => ({ kind: 'damaged', of });
const audio = (mime: string, durationMs: number | undefined): Inspection =>
  durationMs === undefined || durationMs === 0 ? damaged('audio') : { kind: 'audio', mime, durationMs };

function gif(file: ByteReader): Inspection {
  const facts = readGif(file);
  if (!facts) return damaged('gif');
  const { width, height, durationMs } = facts;
  return { kind: 'gif', mime: 'image/gif', width, height, durationMs };
}

function boxed(
  facts: { readonly kind: 'audio' | 'video'; readonly durationMs: number } | undefined,
  subtype: string,
  audioSubtype: string,
): Inspection {
  if (!facts || facts.durationMs === 0) return damaged('video');
  return { ...facts, mime: facts.kind === 'video' ? `video/${subtype}` : `audio/${audioSubtype}` };
}

/** Recognises GIF, WAV, MP3, Ogg, MP4, M4A and WebM by their structure and measures them; no byte is decoded. */
export function inspectMedia(bytes: Uint8Array): Inspection {
  const file = new ByteReader(bytes);
  const start = file.text(0, 4);
  if (/^GIF8[79]a$/.test(file.text(0, 6))) return gif(file);
  if (start === 'RIFF' && file.text(8, 4) === 'WAVE') return audio('audio/wav', wavDuration(file));
  if (start === 'OggS') return audio('audio/ogg', oggDuration(file));
  if (file.text(4, 4) === 'ftyp') return boxed(readMp4(file), 'mp4', 'mp4');
  if (file.u32be(0) === 0x1a45dfa3) return boxed(readWebm(file), 'webm', 'webm');
  const isMp3 = file.text(0, 3) === 'ID3' || ((file.u32be(0) ?? 0) >>> 21 === 0x7ff && bytes.length > 4);
  return isMp3 ? audio('audio/mpeg', mp3Duration(file)) : { kind: 'unknown' };
}
