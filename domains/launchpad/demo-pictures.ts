import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

const WIDTH = 640;
const HEIGHT = 360;
const RGB_8_BIT = [8, 2];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG whose pixels `colourAt` gives. */
function png(colourAt: (x: number, y: number) => Colour): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set(RGB_8_BIT, 8);
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) rows.set(colourAt(x, y), y * (WIDTH * 3 + 1) + 1 + x * 3);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const blend = (from: Colour, to: Colour, share: number): Colour => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
];

const SKY: readonly [Colour, Colour] = [
  [38, 58, 96],
  [236, 196, 140],
];
const sky = (y: number): Colour => blend(SKY[0], SKY[1], Math.min(1, y / (HEIGHT * 0.75)));

/** Heights of houses in a row, each 64 pixels wide. */
const HOUSES = [150, 210, 120, 250, 180, 230, 140, 200, 165, 220];
const HOUSE_WIDTH = 64;

/** A row of houses with lit windows at dusk. */
export const housesPicture = (): Buffer =>
  png((x, y) => {
    const house = Math.floor(x / HOUSE_WIDTH);
    const height = HOUSES[house] ?? 0;
    const [within, floor] = [x % HOUSE_WIDTH, y - (HEIGHT - height)];
    if (floor < 0 || within < 3) return sky(y);
    const isWindow = within % 18 > 7 && floor % 26 > 12 && floor < height - 20;
    if (!isWindow) return blend([30, 36, 52], [58, 62, 84], (house % 4) / 4);
    return (Math.floor(within / 18) + Math.floor(floor / 26) + house) % 3 === 0
      ? [70, 80, 110]
      : [250, 214, 130];
  });

/** Solar panels on a field under a low sun. */
export const panelsPicture = (): Buffer =>
  png((x, y) => {
    const sun = Math.hypot(x - 470, y - 130);
    if (y < 210)
      return sun < 46 ? [255, 226, 150] : blend([255, 214, 140], sky(y), Math.min(1, (sun - 46) / 160));
    const depth = (y - 210) / 150;
    const column = (x - WIDTH / 2) / (0.35 + depth) + WIDTH;
    const row = Math.sqrt(depth) * 9;
    const isGap = row % 1 < 0.28 || column % 92 < 8;
    if (isGap) return blend([92, 112, 62], [58, 84, 44], depth);
    const isLine = column % 23 < 1.6;
    return isLine ? [120, 140, 180] : blend([44, 70, 124], [22, 38, 82], depth);
  });
