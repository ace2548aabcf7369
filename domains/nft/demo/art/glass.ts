import { coverage, lit, mixRgb, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

interface Pane {
  readonly x: number;
  readonly y: number;
  readonly tone: number;
  readonly speed: number;
}

/** Panes of stained glass around random centres, with light that falls from above. */
export const glass: Style = (random, scale, side) => {
  const count = 6 + random.below(4);
  const panes: readonly Pane[] = Array.from({ length: count * count }, () => ({
    x: between(random, 0.1, 0.9),
    y: between(random, 0.1, 0.9),
    tone: random.unit(),
    speed: random.below(2) === 0 ? 1 : -1,
  }));
  const lead = between(random, 0.028, 0.045);
  const sunX = between(random, 0.2, 0.8);
  const sunY = between(random, 0.1, 0.5);
  return (phase) => {
    const centres = panes.map((pane, index) => ({
      ...pane,
      x: (index % count) + pane.x + 0.09 * Math.cos((phase * pane.speed + pane.tone) * TURN),
      y: Math.floor(index / count) + pane.y + 0.09 * Math.sin((phase * pane.speed + pane.tone) * TURN),
    }));
    return paint(side, (x, y) => {
      const u = x * count;
      const v = y * count;
      const column = Math.floor(u);
      const row = Math.floor(v);
      let nearest = 9;
      let next = 9;
      let pane = centres[0];
      for (let down = Math.max(0, row - 2); down <= Math.min(count - 1, row + 2); down++) {
        for (let across = Math.max(0, column - 2); across <= Math.min(count - 1, column + 2); across++) {
          const centre = centres[down * count + across];
          if (centre === undefined) continue;
          const distance = Math.hypot(centre.x - u, centre.y - v);
          if (distance < nearest) {
            next = nearest;
            nearest = distance;
            pane = centre;
          } else if (distance < next) next = distance;
        }
      }
      const edge = (next - nearest) / 2;
      const sun = Math.exp(-2.1 * Math.hypot(x - sunX, y - sunY));
      const tone = 0.22 + 0.48 * (pane?.tone ?? 0) + 0.3 * sun;
      const facet = 0.72 + 0.55 * sun + 0.22 * (1 - nearest);
      return mixRgb(lit(scale(tone), facet), scale(0.03), coverage(edge - lead, (1.6 * count) / side));
    });
  };
};
