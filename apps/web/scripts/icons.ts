// Renders the icons of the installed app from one SVG: `node scripts/icons.ts`. The results are committed.
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const facets = `
  <path d="M18 6h28l14 18-28 34L4 24Z" fill="#d4ba83"/>
  <path d="M18 6 4 24h16Z" fill="#eadab4"/>
  <path d="M46 6 60 24H44Z" fill="#b8995a"/>
  <path d="M20 24 32 58 4 24Z" fill="#c5a768"/>
  <path d="M44 24 32 58l28-34Z" fill="#a3854a"/>
  <path d="M24 16h5v11l9-11h6.500L35 27.500 44.500 40H38l-9-11.500V40h-5Z" fill="#221a08"/>`;

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${body}</svg>\n`;
const ground = (radius: number): string => `<rect width="64" height="64" rx="${radius}" fill="#0d0e10"/>`;
const stone = (scale: number): string =>
  `<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${facets}</g>`;

const out = new URL('../public/', import.meta.url);
await mkdir(new URL('icons/', out), { recursive: true });
await writeFile(new URL('favicon.svg', out), svg(facets));

const draw = (body: string, size: number, name: string): Promise<unknown> =>
  sharp(Buffer.from(svg(body)), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true })
    .toFile(new URL(`icons/${name}.png`, out).pathname);

await draw(ground(14) + stone(0.72), 192, 'icon-192');
await draw(ground(14) + stone(0.72), 512, 'icon-512');
await draw(ground(0) + stone(0.55), 512, 'icon-maskable-512');
await draw(ground(0) + stone(0.7), 180, 'apple-touch-icon');
