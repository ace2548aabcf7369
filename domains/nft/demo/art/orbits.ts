import type { Rgb, Scale } from './colour.ts';
import { coverage, dot, lit, mixRgb, paint } from './raster.ts';
import type { Raster } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

const STARS = 150;
const GLOWS = 9;
/** How far the light of a ring reaches, as a share of the side. */
const RING_LIGHT = 0.02;

interface Ring {
  readonly radius: number;
  readonly width: number;
  readonly start: number;
  /** Share of the circle that is drawn. */
  readonly share: number;
  /** Whole turns in one loop, so that the last frame meets the first. */
  readonly turns: number;
  readonly tone: number;
  readonly moon: number;
}

function blendArc(
  ring: Ring,
  colour: Rgb,
  off: number,
  angle: number,
  phase: number,
  pixel: number,
  ground: Rgb,
): Rgb {
  const turned = (((angle - ring.start - phase * ring.turns) % 1) + 1) % 1;
  if (turned >= ring.share) return ground;
  const strength = 0.15 + (0.85 * turned) / ring.share;
  const glow = strength * Math.exp(-Math.max(0, off) * 260) * 0.16;
  return mixRgb(mixRgb(ground, colour, coverage(off, pixel) * strength), colour, glow);
}

/** A bright dot in its own light. */
function shine(raster: Raster, x: number, y: number, radius: number, colour: Rgb, scale: Scale): void {
  for (let glow = GLOWS; glow > 0; glow--) dot(raster, x, y, radius * (1 + glow * 0.4), colour, 0.035);
  dot(raster, x, y, radius, scale(0.97), 1);
}

/** Arcs and moons around a bright core, among stars. */
export const orbits: Style = (random, scale, side) => {
  const count = 8 + random.below(5);
  const rings: readonly Ring[] = Array.from({ length: count }, (_, index) => ({
    radius: 0.1 + (0.36 * (index + 0.6)) / count,
    width: between(random, 0.0025, 0.13 / count),
    start: random.unit(),
    share: between(random, 0.25, 0.92),
    turns: (random.below(2) === 0 ? 1 : -1) * (1 + random.below(2)),
    tone: between(random, 0.4, 1),
    moon: between(random, 0.006, 0.017),
  }));
  const stars = Array.from({ length: STARS }, () => ({
    x: random.unit(),
    y: random.unit(),
    size: between(random, 0.4, 1.3),
    tone: between(random, 0.5, 1),
  }));
  const core = between(random, 0.045, 0.07);
  const pixel = 1.5 / side;
  const colours = rings.map(({ tone }) => scale(tone));
  return (phase) => {
    const raster = paint(side, (x, y) => {
      const distance = Math.hypot(x - 0.5, y - 0.5);
      const angle = Math.atan2(y - 0.5, x - 0.5) / TURN;
      let colour = lit(scale(0.24 * Math.exp(-distance * 3.2)), 0.55 + 0.6 * Math.exp(-distance * 5));
      rings.forEach((ring, index) => {
        const off = Math.abs(distance - ring.radius) - ring.width;
        const light = colours[index];
        if (off < RING_LIGHT && light !== undefined)
          colour = blendArc(ring, light, off, angle, phase, pixel, colour);
      });
      const pulse = 1 + 0.12 * Math.sin(phase * TURN);
      const glow = 0.8 * Math.exp(-Math.max(0, distance - core) * 16 * pulse);
      return mixRgb(mixRgb(colour, scale(0.85), glow), scale(1), coverage(distance - core, pixel * 3));
    });
    for (const star of stars) dot(raster, star.x, star.y, (star.size * side) / 900, scale(star.tone), 0.8);
    for (const ring of rings) {
      const angle = (ring.start + ring.share + phase * ring.turns) * TURN;
      const x = 0.5 + Math.cos(angle) * ring.radius;
      const y = 0.5 + Math.sin(angle) * ring.radius;
      shine(raster, x, y, ring.moon * side, scale(ring.tone), scale);
    }
    return raster;
  };
};
