import type { ArtistKey } from './artists.ts';
import type { PaletteName } from './colour.ts';
import type { Drawing, StyleName } from './picture.ts';
import type { Score } from './sound.ts';

interface WorkFacts {
  /** Name and seed of the work. */
  readonly name: string;
  readonly artist: ArtistKey;
  readonly collection: CollectionName;
  readonly rarity: 'N' | 'R' | 'SR';
  readonly description: string;
}

/** A work of the demonstration: `drawing` is the picture, the frames of an animation, or the poster of a sound. */
export type DemoWork = WorkFacts & { readonly drawing: Drawing } & (
    | { readonly media: 'image' | 'gif' | 'video' }
    | { readonly media: 'audio'; readonly score: Score }
  );

export type CollectionName =
  | 'Currents'
  | 'Ink & Heat'
  | 'Common Ground'
  | 'Leadlight'
  | 'Slow Machines'
  | 'Far Light';

export const COLLECTIONS: readonly {
  readonly name: CollectionName;
  readonly artist: ArtistKey;
  readonly description: string;
}[] = [
  {
    name: 'Currents',
    artist: 'solano',
    description: 'Lines that follow a field from one edge to the other.',
  },
  { name: 'Ink & Heat', artist: 'solano', description: 'Colour dropped into colour, stopped at one moment.' },
  {
    name: 'Common Ground',
    artist: 'lindqvist',
    description: 'Two tiles, turned by chance, and the paths they make.',
  },
  { name: 'Leadlight', artist: 'lindqvist', description: 'Windows for rooms without a view.' },
  {
    name: 'Slow Machines',
    artist: 'wei',
    description: 'Loops that return to where they began, and sound on the way.',
  },
  { name: 'Far Light', artist: 'wei', description: 'Horizons and orbits, seen from very far away.' },
];

type Row = readonly [name: string, style: StyleName, palette: PaletteName, rarity: WorkFacts['rarity']];

const TEXTS: Readonly<Record<StyleName, string>> = {
  flow: 'Fifteen hundred lines, each drawn in one go along the same invisible field.',
  dunes: 'Seven ridges in haze below a low sun.',
  truchet: 'One tile, turned or not, on a grid; the bands find their own way.',
  orbits: 'Arcs and moons around a core, each with a period of its own.',
  marble: 'Noise folded into noise, as ink turns in water.',
  glass: 'Panes around random points, leaded, with light from one side.',
  bloom: 'Every dot a golden angle from the one before.',
  guilloche: 'A rosette as banknotes carry it, drawn for its own sake.',
};

const drawn =
  (media: 'image' | 'gif' | 'video', artist: ArtistKey, collection: CollectionName) =>
  ([name, style, palette, rarity]: Row): DemoWork => ({
    name,
    artist,
    collection,
    rarity,
    media,
    description: TEXTS[style],
    drawing: { style, palette, seed: name },
  });

type SoundRow = readonly [...row: Row, scale: Score['scale'], root: number, beatMs: number];

const played = ([name, style, palette, rarity, scale, root, beatMs]: SoundRow): DemoWork => ({
  name,
  artist: 'wei',
  collection: 'Slow Machines',
  rarity,
  media: 'audio',
  description: 'Plucked strings over a slow chord, computed note by note.',
  drawing: { style, palette, seed: name },
  score: { seed: name, scale, root, beatMs, beats: 28 },
});

/** The works of the demonstration: names are unique and serve as seeds. */
export const WORKS: readonly DemoWork[] = [
  ...(
    [
      ['Humboldt', 'flow', 'lagoon', 'R'],
      ['Leeward', 'flow', 'ember', 'N'],
      ['Kelp Forest', 'flow', 'moss', 'N'],
      ['Copper Delta', 'flow', 'rust', 'R'],
      ['Night Swell', 'flow', 'aurora', 'SR'],
      ['Tide Clock', 'flow', 'dusk', 'R'],
    ] satisfies Row[]
  ).map(drawn('image', 'solano', 'Currents')),
  ...(
    [
      ['Magma Study', 'marble', 'ember', 'N'],
      ['Petal, Dissolving', 'marble', 'orchid', 'R'],
      ['Oil on Rain', 'marble', 'neon', 'SR'],
      ['Tea and Iron', 'marble', 'gilded', 'N'],
    ] satisfies Row[]
  ).map(drawn('image', 'solano', 'Ink & Heat')),
  ...(
    [
      ['Promenade', 'truchet', 'rust', 'N'],
      ['Boulevard at Six', 'truchet', 'dusk', 'N'],
      ['Tram Lines', 'truchet', 'porcelain', 'R'],
      ['Golden Section', 'bloom', 'gilded', 'SR'],
      ['Seedhead', 'bloom', 'moss', 'N'],
    ] satisfies Row[]
  ).map(drawn('image', 'lindqvist', 'Common Ground')),
  ...(
    [
      ['Chapel, North Side', 'glass', 'lagoon', 'R'],
      ['Carnival Window', 'glass', 'neon', 'SR'],
      ['Amber Room', 'glass', 'gilded', 'N'],
      ['Greenhouse', 'glass', 'aurora', 'N'],
      ['Light Through Panes', 'glass', 'orchid', 'R'],
    ] satisfies Row[]
  ).map(drawn('image', 'lindqvist', 'Leadlight')),
  ...(
    [
      ['First Dunes', 'dunes', 'dusk', 'N'],
      ['Blue Ridge Dawn', 'dunes', 'porcelain', 'R'],
      ['Desert, Noon', 'dunes', 'ember', 'N'],
      ['Seven Moons', 'orbits', 'lagoon', 'R'],
      ['Aphelion', 'orbits', 'gilded', 'SR'],
      ['Perihelion', 'orbits', 'dusk', 'N'],
      ['Eight Minutes Old', 'orbits', 'ember', 'R'],
    ] satisfies Row[]
  ).map(drawn('image', 'wei', 'Far Light')),
  ...([['Lava Lamp', 'marble', 'ember', 'N']] satisfies Row[]).map(drawn('gif', 'solano', 'Ink & Heat')),
  ...(
    [
      ['Breathing Field', 'bloom', 'orchid', 'R'],
      ['Endless Walk', 'truchet', 'neon', 'N'],
    ] satisfies Row[]
  ).map(drawn('gif', 'lindqvist', 'Common Ground')),
  ...(
    [
      ['Banknote Dream', 'guilloche', 'gilded', 'SR'],
      ['Clockwork Lotus', 'guilloche', 'orchid', 'R'],
    ] satisfies Row[]
  ).map(drawn('gif', 'wei', 'Slow Machines')),
  ...(
    [
      ['Étude for Rain', 'guilloche', 'lagoon', 'N', 'pentatonic', 60, 300],
      ['Station at Night', 'guilloche', 'aurora', 'R', 'minor', 57, 380],
      ['Glass Harp', 'guilloche', 'porcelain', 'N', 'lydian', 62, 340],
      ['Lantern Song', 'guilloche', 'ember', 'SR', 'pentatonic', 55, 420],
      ['Undertow', 'guilloche', 'moss', 'N', 'minor', 52, 360],
    ] satisfies SoundRow[]
  ).map(played),
  ...([['Warm Front', 'marble', 'dusk', 'SR']] satisfies Row[]).map(drawn('video', 'solano', 'Ink & Heat')),
  ...(
    [
      ['Conjunction', 'orbits', 'aurora', 'SR'],
      ['Sun, Setting Twice', 'dunes', 'neon', 'N'],
    ] satisfies Row[]
  ).map(drawn('video', 'wei', 'Far Light')),
];
