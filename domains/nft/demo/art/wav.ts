const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;
const MAX = 0x7fff;

/** Returns samples in -1..1 as a WAV file: one channel, 16 bits. Samples beyond the range are cut. */
export function wav(samples: Float32Array, rate: number): Buffer {
  const size = samples.length * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + size);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + size, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(size, 40);
  samples.forEach((value, index) => {
    const clipped = Math.min(1, Math.max(-1, value));
    file.writeInt16LE(Math.round(clipped * MAX), HEADER_BYTES + index * BYTES_PER_SAMPLE);
  });
  return file;
}
