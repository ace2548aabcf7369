import type { ByteReader } from './bytes.ts';

export interface WebmFacts {
  readonly kind: 'audio' | 'video';
  readonly durationMs: number;
}

const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIME = 0xe7;
const VIDEO = 1;
const AUDIO = 2;
const ELEMENTS_MAX = 20_000;
const NS_PER_MS = 1_000_000;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** A variable-length number; `keep` keeps its length marker, as ids do. */
function varint(file: ByteReader, at: number, keep: boolean): { value: number; bytes: number } | undefined {
  const first = file.u8(at);
  if (!first) return undefined;
  const bytes = Math.clz32(first) - 23;
  let value = keep ? first : first & (0xff >> bytes);
  let isUnknown = !keep && value === 0xff >> bytes;
  for (let index = 1; index < bytes; index += 1) {
    const next = file.u8(at + index);
    if (next === undefined) return undefined;
    isUnknown &&= next === 0xff;
    value = value * 256 + next;
  }
  // All ones: the size is not known, the element ends with its parent.
  return { value: isUnknown ? Infinity : value, bytes };
}

function elementsIn(file: ByteReader, from: number, to: number): Element[] | undefined {
  const elements: Element[] = [];
  let at = from;
  while (at < to) {
    const id = varint(file, at, true);
    const size = id && varint(file, at + id.bytes, false);
    if (!id || !size || elements.length >= ELEMENTS_MAX) return undefined;
    const start = at + id.bytes + size.bytes;
    const end = size.value === Infinity ? to : start + size.value;
    if (end > to) return undefined;
    elements.push({ id: id.value, start, end });
    at = end;
  }
  return elements;
}

function unsigned(file: ByteReader, { start, end }: Element): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 256 + (file.u8(at) ?? 0);
  return value;
}
const float = (file: ByteReader, { start, end }: Element): number | undefined =>
  end - start === 8 ? file.f64be(start) : file.f32be(start);

function findIn(file: ByteReader, parent: Element | undefined, id: number): Element | undefined {
  return parent && elementsIn(file, parent.start, parent.end)?.find((element) => element.id === id);
}

/** The time of the last cluster in ms, for recordings without a duration. */
function lastClusterMs(file: ByteReader, parts: readonly Element[], scale: number): number | undefined {
  const times = parts
    .filter(({ id }) => id === CLUSTER)
    .flatMap((cluster) => {
      const time = findIn(file, cluster, CLUSTER_TIME);
      return time ? [unsigned(file, time)] : [];
    });
  return times.length === 0 ? undefined : Math.round((Math.max(...times) * scale) / NS_PER_MS);
}

/** Reads a WebM by its elements; undefined for a damaged file, another document type, or one without tracks or duration. */
export function readWebm(file: ByteReader): WebmFacts | undefined {
  const top = elementsIn(file, 0, file.length);
  const head = top?.find(({ id }) => id === EBML);
  const docType = findIn(file, head, DOC_TYPE);
  if (!docType || file.text(docType.start, docType.end - docType.start) !== 'webm') return undefined;
  const segment = top?.find(({ id }) => id === SEGMENT);
  const parts = segment && elementsIn(file, segment.start, segment.end);
  const info = parts?.find(({ id }) => id === INFO);
  const tracks = parts?.find(({ id }) => id === TRACKS);
  if (!parts || !info || !tracks) return undefined;
  const scaleElement = findIn(file, info, TIMESTAMP_SCALE);
  const scale = scaleElement ? unsigned(file, scaleElement) : NS_PER_MS;
  const duration = findIn(file, info, DURATION);
  const ticks = duration && float(file, duration);
  const durationMs =
    ticks === undefined ? lastClusterMs(file, parts, scale) : Math.round((ticks * scale) / NS_PER_MS);
  const types = (elementsIn(file, tracks.start, tracks.end) ?? [])
    .filter(({ id }) => id === TRACK_ENTRY)
    .map((entry) => findIn(file, entry, TRACK_TYPE))
    .map((type) => type && unsigned(file, type));
  if (durationMs === undefined || !Number.isFinite(durationMs)) return undefined;
  if (types.includes(VIDEO)) return { kind: 'video', durationMs };
  return types.includes(AUDIO) ? { kind: 'audio', durationMs } : undefined;
}
