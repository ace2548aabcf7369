import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What gains from packing; pictures are packed already. */
const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;

/** Writes `.br` and `.gz` beside every text of a build, so that the server packs nothing while it serves. */
export function precompress(): Plugin {
  let out = '';
  return {
    name: 'karat-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      out = join(root, build.outDir);
    },
    // After every other plugin, those that write a service worker included.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
          if (!TEXT.test(name) || name.startsWith('.vite')) continue;
          const file = join(out, name);
          const body = readFileSync(file);
          const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          writeFileSync(`${file}.br`, brotliCompressSync(body, { params: quality }));
          writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
        }
      },
    },
  };
}
