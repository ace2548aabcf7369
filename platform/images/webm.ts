/** Frames of a video, each a key frame of VP8. */
export interface Vp8Video {
  readonly width: number;
  readonly height: number;
  readonly frameMs: number;
  readonly frames: readonly Uint8Array[];
}

/** Identifiers of the elements (RFC 8794 and RFC 9559). */
const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  flagLacing: 0x9c,
  codecId: 0x86,
  trackType: 0x83,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const APP = 'karat';
const TRACK = 1;
const VIDEO_TRACK = 1;
const KEY_FRAME = 0x80;
/** A timestamp counts milliseconds. */
const TIMESTAMP_SCALE_NS = 1_000_000;
const CLUSTER_MS = 1_000;

function bigEndian(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from(bytes.length === 0 ? [0] : bytes);
}

/** The size of an element in eight bytes. */
function sizeOf(length: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(length));
  return size;
}

function element(id: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([bigEndian(id), sizeOf(body.length), body]);
}

const integer = (id: number, value: number): Buffer => element(id, bigEndian(value));
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, 'latin1'));

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

const header = (): Buffer =>
  element(
    ID.ebml,
    integer(ID.ebmlVersion, 1),
    integer(ID.ebmlReadVersion, 1),
    integer(ID.ebmlMaxIdLength, 4),
    integer(ID.ebmlMaxSizeLength, 8),
    text(ID.docType, 'webm'),
    integer(ID.docTypeVersion, 4),
    integer(ID.docTypeReadVersion, 2),
  );

const infoOf = (durationMs: number): Buffer =>
  element(
    ID.info,
    integer(ID.timestampScale, TIMESTAMP_SCALE_NS),
    float(ID.duration, durationMs),
    text(ID.muxingApp, APP),
    text(ID.writingApp, APP),
  );

const tracksOf = ({ width, height, frameMs }: Vp8Video): Buffer =>
  element(
    ID.tracks,
    element(
      ID.trackEntry,
      integer(ID.trackNumber, TRACK),
      integer(ID.trackUid, TRACK),
      integer(ID.flagLacing, 0),
      text(ID.codecId, 'V_VP8'),
      integer(ID.trackType, VIDEO_TRACK),
      integer(ID.defaultDuration, frameMs * TIMESTAMP_SCALE_NS),
      element(ID.video, integer(ID.pixelWidth, width), integer(ID.pixelHeight, height)),
    ),
  );

function blockOf(frame: Uint8Array, offsetMs: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x80 | TRACK, 0);
  head.writeInt16BE(offsetMs, 1);
  head.writeUInt8(KEY_FRAME, 3);
  return element(ID.simpleBlock, head, frame);
}

interface Cluster {
  readonly startMs: number;
  readonly bytes: Buffer;
}

/** Frames of about a second each, so that a player can seek. */
function clustersOf({ frameMs, frames }: Vp8Video): Cluster[] {
  const perCluster = Math.max(1, Math.floor(CLUSTER_MS / frameMs));
  const clusters: Cluster[] = [];
  for (let first = 0; first < frames.length; first += perCluster) {
    const startMs = first * frameMs;
    const blocks = frames
      .slice(first, first + perCluster)
      .map((frame, index) => blockOf(frame, index * frameMs));
    clusters.push({ startMs, bytes: element(ID.cluster, integer(ID.timestamp, startMs), ...blocks) });
  }
  return clusters;
}

/** Where each cluster begins, counted from the content of the segment. The width of a number is fixed. */
function cuesOf(clusters: readonly Cluster[], before: number): Buffer {
  let position = before;
  const points = clusters.map(({ startMs, bytes }) => {
    const offset = Buffer.alloc(8);
    offset.writeBigUInt64BE(BigInt(position));
    position += bytes.length;
    return element(
      ID.cuePoint,
      integer(ID.cueTime, startMs),
      element(ID.cueTrackPositions, integer(ID.cueTrack, TRACK), element(ID.cueClusterPosition, offset)),
    );
  });
  return element(ID.cues, ...points);
}

/** Returns a WebM file with one silent video track. Times are whole milliseconds. */
export function webm(video: Vp8Video): Buffer {
  const info = infoOf(video.frames.length * video.frameMs);
  const tracks = tracksOf(video);
  const clusters = clustersOf(video);
  const cuesLength = cuesOf(clusters, 0).length;
  const cues = cuesOf(clusters, info.length + tracks.length + cuesLength);
  return Buffer.concat([
    header(),
    element(ID.segment, info, tracks, cues, ...clusters.map(({ bytes }) => bytes)),
  ]);
}
