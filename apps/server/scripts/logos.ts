// Draws the built-in logos as WebP: `node scripts/logos.ts`. The results are committed. With `--check` it writes nothing, prints
// those that do not show their drawing, and then ends with 1.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';

/** Three pixels for each point of the app's largest row. */
const WIDTH = 108;
/** Mean difference of a channel, of 255: another version of the renderer smooths edges in another way. */
const DIFFERENCE_MAX = 1;

const folder = join(import.meta.dirname, '../logos');

const draw = async (file: string): Promise<Buffer> =>
  sharp(await readFile(join(folder, file)), { density: 300 })
    .resize(WIDTH, WIDTH)
    .webp({ lossless: true, effort: 6 })
    .toBuffer();

const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).ensureAlpha().raw().toBuffer();

async function showsSame(one: Buffer, other: Buffer): Promise<boolean> {
  const [first, second] = [await pixelsOf(one), await pixelsOf(other)];
  const difference = first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0);
  return first.length === second.length && difference / first.length < DIFFERENCE_MAX;
}

for (const file of await readdir(folder)) {
  if (!file.endsWith('.svg')) continue;
  const drawn = await draw(file);
  const target = join(folder, file.replace('.svg', '.webp'));
  if (!process.argv.includes('--check')) await writeFile(target, drawn);
  else if (!(await showsSame(await readFile(target), drawn))) {
    process.stdout.write(`${target} does not show ${file}: run node scripts/logos.ts\n`);
    process.exitCode = 1;
  }
}
