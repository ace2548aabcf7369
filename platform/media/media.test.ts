import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectMedia } from './index.ts';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32 = (value: number, isBig = true): Buffer => {
  const bytes = Buffer.alloc(4);
  if (isBig) bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

const GIF = Buffer.concat([
  ascii('GIF89a'),
  Buffer.from([2, 0, 3, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  Buffer.from([0x21, 0xf9, 4, 0, 50, 0, 0, 0]),
  Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 3, 0, 0, 2, 2, 0x44, 1, 0]),
  Buffer.from([0x3b]),
]);

function wav(seconds: number, rate = 8_000): Buffer {
  const data = Buffer.alloc(seconds * rate);
  const head = Buffer.concat([
    ...[ascii('WAVE'), ascii('fmt '), u32(16, false), Buffer.from([1, 0, 1, 0])],
    ...[
      u32(rate, false),
      u32(rate, false),
      Buffer.from([1, 0, 8, 0]),
      ascii('data'),
      u32(data.length, false),
      data,
    ],
  ]);
  return Buffer.concat([ascii('RIFF'), u32(head.length, false), head]);
}

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame. */
const mp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () =>
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]),
    ),
  );

const atom = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), ascii(type), body]);
};
const mp4 = (handler: 'vide' | 'soun', ms: number): Buffer =>
  Buffer.concat([
    atom('ftyp', ascii('isom'), u32(0)),
    atom(
      'moov',
      atom('mvhd', Buffer.alloc(12), u32(1_000), u32(ms), Buffer.alloc(80)),
      atom('trak', atom('mdia', atom('hdlr', Buffer.alloc(8), ascii(handler), Buffer.alloc(12)))),
    ),
    atom('mdat', Buffer.alloc(32)),
  ]);

const element = (id: number[], ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id), Buffer.from([0x40 | (body.length >> 8), body.length & 0xff]), body]);
};
const float64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const webm = (trackType: number, docType = 'webm'): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii(docType))),
    element(
      [0x18, 0x53, 0x80, 0x67],
      element([0x15, 0x49, 0xa9, 0x66], element([0x44, 0x89], float64(4_500))),
      element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0x83], Buffer.from([trackType])))),
    ),
  ]);

const mp3Of = (second: number, frameBytes: number, frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () =>
      Buffer.concat([Buffer.from([0xff, second, 0x80, 0]), Buffer.alloc(frameBytes - 4)]),
    ),
  );
/** A GIF whose frame is shown for hundredths of a second. */
const gifOf = (hundredths: number): Buffer => {
  const bytes = Buffer.from(GIF);
  bytes[23] = hundredths;
  return bytes;
};
const wavWithNote = (): Buffer => {
  const plain = wav(3);
  const note = Buffer.concat([ascii('LIST'), u32(3, false), ascii('abc'), Buffer.alloc(1)]);
  return Buffer.concat([
    ascii('RIFF'),
    u32(plain.length - 8 + note.length, false),
    plain.subarray(8, 36),
    note,
    plain.subarray(36),
  ]);
};
const longMp4 = (ms: number): Buffer =>
  Buffer.concat([
    atom('ftyp', ascii('isom'), u32(0)),
    atom(
      'moov',
      atom('mvhd', u32(0x01_00_00_00), Buffer.alloc(16), u32(1_000), u32(0), u32(ms), Buffer.alloc(80)),
      atom('trak', atom('mdia', atom('hdlr', Buffer.alloc(8), ascii('vide'), Buffer.alloc(12)))),
    ),
  ]);
/** A recording: its duration is not known, its clusters are. */
const recording = (...times: number[]): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii('webm'))),
    element(
      [0x18, 0x53, 0x80, 0x67],
      element([0x15, 0x49, 0xa9, 0x66], element([0x4d, 0x80], ascii('x'))),
      element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0x83], Buffer.from([1])))),
      ...times.map((ms) => element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], u32(ms)))),
    ),
  ]);

test.each([
  ['a GIF of 20 ms', gifOf(2), 20],
  ['a GIF that browsers slow down', gifOf(1), 100],
  ['a WAV with a chunk of an odd length', wavWithNote(), 3_000],
  ['an MP3 of MPEG-2', mp3Of(0xf3, 208, 100), 2_612],
  ['an MP3 of MPEG-2.5', mp3Of(0xe3, 417, 100), 5_224],
  ['an MP3 with a tag', Buffer.concat([mp3(100), ascii('TAG'), Buffer.alloc(125)]), 2_612],
  ['an MP4 with long times', longMp4(12_345), 12_345],
  ['a recorded WebM', recording(1_000, 3_000, 2_000), 3_000],
])('%s is measured', (_what, bytes, durationMs) => {
  expect(inspectMedia(bytes)).toMatchObject({ durationMs });
});

test.each([
  ['a GIF', GIF, { kind: 'gif', mime: 'image/gif', width: 2, height: 3, durationMs: 500 }],
  ['a WAV', wav(3), { kind: 'audio', mime: 'audio/wav', durationMs: 3_000 }],
  ['an MP3', mp3(100), { kind: 'audio', mime: 'audio/mpeg', durationMs: 2_612 }],
  ['an MP4', mp4('vide', 12_345), { kind: 'video', mime: 'video/mp4', durationMs: 12_345 }],
  ['an M4A', mp4('soun', 7_000), { kind: 'audio', mime: 'audio/mp4', durationMs: 7_000 }],
  ['a WebM', webm(1), { kind: 'video', mime: 'video/webm', durationMs: 4_500 }],
  ['a WebM with sound alone', webm(2), { kind: 'audio', mime: 'audio/webm', durationMs: 4_500 }],
])('%s is recognised and measured', (_what, bytes, facts) => {
  expect(inspectMedia(bytes)).toEqual(facts);
});

test.each([
  ['a GIF cut off', GIF.subarray(0, GIF.length - 1), 'gif'],
  ['a GIF with a script behind it', Buffer.concat([GIF, ascii('<script>')]), 'gif'],
  ['a WAV cut off', wav(1).subarray(0, 500), 'audio'],
  ['an MP3 with other data in it', Buffer.concat([mp3(3), ascii('<html>'), mp3(3)]), 'audio'],
  ['an MP3 with anything but a tag behind it', Buffer.concat([mp3(3), Buffer.alloc(128)]), 'audio'],
  ['an MP3 of one frame', mp3(1), 'audio'],
  ['an MP4 cut off', mp4('vide', 1_000).subarray(0, 90), 'video'],
  ['a Matroska that is no WebM', webm(1, 'mkv!'), 'video'],
])('%s is damaged', (_what, bytes, of) => {
  expect(inspectMedia(bytes)).toEqual({ kind: 'damaged', of });
});

test.each([
  ['a page', ascii('<!doctype html><script>alert(1)</script>')],
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF', ascii('%PDF-1.7')],
  ['nothing', Buffer.alloc(0)],
])('%s is unknown', (_what, bytes) => {
  expect(inspectMedia(bytes)).toEqual({ kind: 'unknown' });
});

test('no bytes make the inspection fail or hang', () => {
  const starts = [
    GIF,
    wav(1),
    mp3(2),
    mp4('vide', 9),
    webm(1),
    Buffer.concat([ascii('OggS'), Buffer.alloc(60)]),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
      (start, changes) => {
        const bytes = Buffer.from(start);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expect(['gif', 'audio', 'video', 'damaged', 'unknown']).toContain(inspectMedia(bytes).kind);
      },
    ),
    { numRuns: 500 },
  );
});
