/** Linear red, green and blue, 0..1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Lightness 0..1, chroma 0..0.4 and hue in degrees (OKLCH). */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

type Lab = readonly [lightness: number, a: number, b: number];

/** Colours in the order of their use: ground first, light last. */
export interface Palette {
  readonly stops: readonly Lch[];
}

const STEPS = 512;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const labOf = ([lightness, chroma, hue]: Lch): Lab => {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
};

function rgbOfLab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** A palette as a continuous scale from 0 to 1. */
export type Scale = (position: number) => Rgb;

/** Returns a scale between the stops, even to the eye. Positions outside of 0..1 take the nearest end. */
export function scaleOf({ stops }: Palette): Scale {
  const labs = stops.map(labOf);
  const table = Array.from({ length: STEPS }, (_, step): Rgb => {
    const position = (step / (STEPS - 1)) * (labs.length - 1);
    const index = Math.min(Math.floor(position), labs.length - 2);
    const from = labs[index] ?? [0, 0, 0];
    const to = labs[index + 1] ?? from;
    const t = position - index;
    return rgbOfLab([
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t,
      from[2] + (to[2] - from[2]) * t,
    ]);
  });
  return (position) => table[Math.round(clamp(position) * (STEPS - 1))] ?? [0, 0, 0];
}

/** Palettes by name, dark to light. */
export const PALETTES = {
  ember: {
    stops: [
      [0.16, 0.04, 20],
      [0.36, 0.13, 25],
      [0.58, 0.2, 38],
      [0.78, 0.16, 70],
      [0.95, 0.06, 95],
    ],
  },
  lagoon: {
    stops: [
      [0.15, 0.04, 250],
      [0.34, 0.09, 235],
      [0.55, 0.11, 205],
      [0.78, 0.12, 180],
      [0.96, 0.04, 150],
    ],
  },
  orchid: {
    stops: [
      [0.16, 0.06, 300],
      [0.36, 0.15, 305],
      [0.56, 0.2, 340],
      [0.76, 0.14, 15],
      [0.94, 0.05, 60],
    ],
  },
  gilded: {
    stops: [
      [0.14, 0.02, 80],
      [0.32, 0.05, 75],
      [0.56, 0.1, 80],
      [0.79, 0.1, 86],
      [0.95, 0.05, 95],
    ],
  },
  moss: {
    stops: [
      [0.17, 0.03, 160],
      [0.36, 0.08, 150],
      [0.56, 0.11, 135],
      [0.77, 0.13, 115],
      [0.95, 0.07, 105],
    ],
  },
  aurora: {
    stops: [
      [0.13, 0.05, 275],
      [0.34, 0.13, 280],
      [0.56, 0.15, 195],
      [0.8, 0.17, 155],
      [0.96, 0.07, 110],
    ],
  },
  dusk: {
    stops: [
      [0.2, 0.06, 275],
      [0.4, 0.12, 300],
      [0.62, 0.16, 350],
      [0.8, 0.13, 45],
      [0.95, 0.06, 85],
    ],
  },
  porcelain: {
    stops: [
      [0.28, 0.1, 262],
      [0.48, 0.15, 260],
      [0.7, 0.1, 245],
      [0.87, 0.04, 230],
      [0.97, 0.01, 90],
    ],
  },
  rust: {
    stops: [
      [0.2, 0.03, 220],
      [0.4, 0.06, 215],
      [0.6, 0.13, 45],
      [0.77, 0.12, 65],
      [0.94, 0.04, 85],
    ],
  },
  neon: {
    stops: [
      [0.12, 0.04, 285],
      [0.4, 0.22, 285],
      [0.62, 0.26, 350],
      [0.8, 0.16, 200],
      [0.97, 0.05, 170],
    ],
  },
} as const satisfies Readonly<Record<string, Palette>>;

export type PaletteName = keyof typeof PALETTES;
