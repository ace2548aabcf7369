import type { ByteReader } from './bytes.ts';

export interface Mp4Facts {
  readonly kind: 'audio' | 'video';
  readonly durationMs: number;
}

interface AtomBox {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const BOXES_MAX = 2_000;

/** Boxes of a range in order; undefined where they do not fill it exactly. */
function boxesIn(file: ByteReader, from: number, to: number): AtomBox[] | undefined {
  const boxes: AtomBox[] = [];
  let at = from;
  while (at < to) {
    const short = file.u32be(at);
    const type = file.text(at + 4, 4);
    const size = short === 1 ? file.u64be(at + 8) : short === 0 ? to - at : short;
    const head = short === 1 ? 16 : 8;
    if (size === undefined || size < head || at + size > to || boxes.length >= BOXES_MAX) return undefined;
    boxes.push({ type, start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}

const childOf = (file: ByteReader, { start, end }: AtomBox, type: string): AtomBox | undefined =>
  boxesIn(file, start, end)?.find((box) => box.type === type);

/** Duration of a movie header in ms. */
function movieMs(file: ByteReader, { start }: AtomBox): number | undefined {
  const isLong = file.u8(start) === 1;
  const scale = file.u32be(start + (isLong ? 20 : 12));
  const duration = isLong ? file.u64be(start + 24) : file.u32be(start + 16);
  return scale && duration ? Math.round((duration * 1_000) / scale) : undefined;
}

/** Handler types of the tracks: `vide`, `soun`. */
function handlersOf(file: ByteReader, movie: AtomBox): string[] {
  const tracks = (boxesIn(file, movie.start, movie.end) ?? []).filter(({ type }) => type === 'trak');
  return tracks.flatMap((track) => {
    const media = childOf(file, track, 'mdia');
    const handler = media && childOf(file, media, 'hdlr');
    return handler ? [file.text(handler.start + 8, 4)] : [];
  });
}

/** Reads an MP4 or M4A by its boxes; undefined for a damaged file, or one without tracks or duration. */
export function readMp4(file: ByteReader): Mp4Facts | undefined {
  const movie = boxesIn(file, 0, file.length)?.find(({ type }) => type === 'moov');
  const header = movie && childOf(file, movie, 'mvhd');
  const durationMs = header && movieMs(file, header);
  if (!movie || durationMs === undefined) return undefined;
  const handlers = handlersOf(file, movie);
  if (handlers.includes('vide')) return { kind: 'video', durationMs };
  return handlers.includes('soun') ? { kind: 'audio', durationMs } : undefined;
}
