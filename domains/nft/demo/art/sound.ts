import { seededRandom } from '@karat/platform/random';
import type { Random } from '@karat/platform/random';
import { wav } from './wav.ts';

const RATE = 22_050;
const A4_HZ = 440;
const A4_NOTE = 69;
const ROOM = 0.9;

/** Scales as semitones above the root. */
const SCALES = {
  pentatonic: [0, 2, 4, 7, 9],
  minor: [0, 3, 5, 7, 10],
  lydian: [0, 2, 6, 7, 11],
} as const;

/** What a piece of sound depends on: the same values give the same bytes. */
export interface Score {
  readonly seed: string;
  readonly scale: keyof typeof SCALES;
  /** Root as a MIDI note. */
  readonly root: number;
  readonly beatMs: number;
  readonly beats: number;
}

const hertz = (note: number): number => A4_HZ * 2 ** ((note - A4_NOTE) / 12);

function add(track: Float32Array, at: number, value: number): void {
  if (at < track.length) track[at] = (track[at] ?? 0) + value;
}

/** A plucked string: a delay line of noise, whose echo loses its highs (Karplus and Strong). */
function pluck(track: Float32Array, random: Random, start: number, note: number, loudness: number): void {
  const period = Math.max(2, Math.round(RATE / hertz(note)));
  const line = Float32Array.from({ length: period }, () => random.unit() * 2 - 1);
  const length = Math.round(RATE * 2.4);
  let previous = 0;
  for (let sample = 0; sample < length; sample++) {
    const at = sample % period;
    const value = line[at] ?? 0;
    line[at] = 0.4975 * (value + previous);
    previous = value;
    const fade = Math.min(1, (length - sample) / (RATE * 0.4));
    add(track, start + sample, value * loudness * fade);
  }
}

/** A soft chord of a few sines that swells and fades. */
function pad(track: Float32Array, start: number, length: number, notes: readonly number[]): void {
  for (const note of notes) {
    const step = (2 * Math.PI * hertz(note)) / RATE;
    for (let sample = 0; sample < length; sample++) {
      const swell = Math.sin((Math.PI * sample) / length) ** 1.5;
      const tone =
        Math.sin(step * sample) +
        0.32 * Math.sin(2 * step * sample + 0.4) +
        0.12 * Math.sin(3.003 * step * sample);
      add(track, start + sample, tone * swell * 0.075);
    }
  }
}

/** Adds quieter repeats of a track to itself. */
function echo(track: Float32Array, delayMs: number, share: number): void {
  const delay = Math.round((delayMs * RATE) / 1_000);
  for (let sample = delay; sample < track.length; sample++)
    track[sample] = (track[sample] ?? 0) + (track[sample - delay] ?? 0) * share;
}

/** Brings the loudest sample to the full range, with a fade at the end. */
function level(track: Float32Array): void {
  const loudest = track.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-6);
  const fade = RATE * 0.8;
  track.forEach((value, sample) => {
    track[sample] = (value / loudest) * ROOM * Math.min(1, (track.length - sample) / fade);
  });
}

/** Returns a short piece for plucked strings over a pad as a WAV file. */
export function playScore({ seed, scale, root, beatMs, beats }: Score): Buffer {
  const random = seededRandom(seed);
  const steps = SCALES[scale];
  const noteOf = (degree: number): number =>
    root +
    12 * Math.floor(degree / steps.length) +
    (steps[((degree % steps.length) + steps.length) % steps.length] ?? 0);
  const beat = Math.round((beatMs * RATE) / 1_000);
  const track = new Float32Array(beat * beats + RATE);
  let degree = 5;
  for (let index = 0; index < beats; index++) {
    const start = index * beat;
    if (index % 4 === 0) {
      const chord = random.below(3);
      pad(track, start, beat * 5, [noteOf(chord) - 12, noteOf(chord + 2) - 12, noteOf(chord + 4)]);
      pluck(track, random, start, noteOf(chord) - 12, 0.5);
    }
    degree = Math.min(12, Math.max(2, degree + random.below(5) - 2));
    if (random.unit() < 0.86) pluck(track, random, start, noteOf(degree), 0.34 + 0.2 * random.unit());
    if (random.unit() < 0.34) pluck(track, random, start + Math.round(beat / 2), noteOf(degree + 2), 0.24);
  }
  echo(track, beatMs * 0.75, 0.28);
  level(track);
  return wav(track, RATE);
}
