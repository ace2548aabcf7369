import type { Random } from '@karat/platform/random';

/** Smooth random values in 0..1 over three coordinates. */
export type Noise = (x: number, y: number, z: number) => number;

const SIZE = 256;
const MASK = SIZE - 1;

const smooth = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Returns value noise from 256 random values; it repeats after 256 steps of a coordinate. */
export function createNoise(random: Random): Noise {
  const values = Float32Array.from(random.bytes(SIZE), (byte) => byte / 255);
  const order = Uint8Array.from(
    Array.from(random.bytes(SIZE), (byte, index) => ({ byte, index }))
      .toSorted((a, b) => a.byte - b.byte || a.index - b.index)
      .map(({ index }) => index),
  );
  /** The value between two corners of a row. */
  const row = (hash: number, left: number, u: number): number => {
    const from = values[order[(hash + left) & MASK] ?? 0] ?? 0;
    return from + ((values[order[(hash + left + 1) & MASK] ?? 0] ?? 0) - from) * u;
  };
  return (x, y, z) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const near = Math.floor(z);
    const u = smooth(x - left);
    const v = smooth(y - top);
    const nearHash = order[near & MASK] ?? 0;
    const front = mix(
      row(order[(nearHash + top) & MASK] ?? 0, left, u),
      row(order[(nearHash + top + 1) & MASK] ?? 0, left, u),
      v,
    );
    if (z === near) return front;
    const farHash = order[(near + 1) & MASK] ?? 0;
    const back = mix(
      row(order[(farHash + top) & MASK] ?? 0, left, u),
      row(order[(farHash + top + 1) & MASK] ?? 0, left, u),
      v,
    );
    return mix(front, back, smooth(z - near));
  };
}

/** Returns the sum of octaves of a noise, each of twice the frequency and half the weight, in 0..1. */
export function fractal(noise: Noise, octaves: number, x: number, y: number, z: number): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * scale, y * scale, z + octave * 17);
    total += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / total;
}
