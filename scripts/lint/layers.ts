import { posix } from 'node:path';

/** A layer or module: import rules apply between these, not between files. */
export interface Layer {
  readonly kind: Kind;
  /** Path of its files from the root of the repository. */
  readonly path: string;
  /** Import name for others; undefined if nobody may import it. */
  readonly importName: string | undefined;
}

type Kind =
  | 'package'
  | 'testkit'
  | 'platform'
  | 'domain'
  | 'server'
  | 'signer'
  | 'web'
  | 'console'
  | 'simulation'
  | 'bench'
  | 'e2e'
  | 'scripts';

/** Allowed imports of each kind of layer besides itself. */
const mayImport: Readonly<Record<Kind, readonly Kind[]>> = {
  package: ['package'],
  platform: ['package', 'platform'],
  domain: ['package', 'platform', 'domain'],
  server: ['package', 'platform', 'domain', 'simulation'],
  signer: ['package', 'platform'],
  web: ['package'],
  console: ['package'],
  simulation: ['package', 'platform', 'domain'],
  testkit: ['package', 'platform', 'domain', 'server', 'simulation'],
  bench: ['package', 'platform', 'domain', 'server', 'simulation', 'testkit'],
  e2e: ['package', 'testkit'],
  scripts: ['package', 'platform', 'domain'],
};

const single: Readonly<Record<string, Kind>> = {
  simulation: 'simulation',
  bench: 'bench',
  e2e: 'e2e',
  scripts: 'scripts',
};
const apps: Readonly<Record<string, Kind>> = {
  server: 'server',
  signer: 'signer',
  web: 'web',
  console: 'console',
};

/** Returns the layer of a file by its path from the root; undefined for files outside of all layers. */
export function layerOf(path: string): Layer | undefined {
  const [top = '', name = '', ...rest] = path.split('/');
  if (top === 'packages' && rest.length > 0) {
    return {
      kind: name === 'testkit' || name === 'fake-server' ? 'testkit' : 'package',
      path: `packages/${name}`,
      importName: `@karat/${name}`,
    };
  }
  if (top === 'platform' && rest.length > 0) {
    return { kind: 'platform', path: `platform/${name}`, importName: `@karat/platform/${name}` };
  }
  if (top === 'domains' && rest.length > 0) {
    return { kind: 'domain', path: `domains/${name}`, importName: `@karat/domains/${name}` };
  }
  const app = top === 'apps' ? apps[name] : undefined;
  if (app !== undefined) {
    return { kind: app, path: `apps/${name}`, importName: app === 'server' ? '@karat/server' : undefined };
  }
  const kind = single[top];
  return kind === undefined ? undefined : { kind, path: top, importName: `@karat/${top}` };
}

const platformOrDomain = /^@karat\/(platform|domains)\/([^/]+)(\/.*)?$/;
const workspace = /^@karat\/([^/]+)(\/.*)?$/;

function roomNamed(specifier: string): Layer | undefined {
  const [, top, name] = platformOrDomain.exec(specifier) ?? [];
  if (top !== undefined && name !== undefined) return layerOf(`${top}/${name}/index.ts`);
  const [, other] = workspace.exec(specifier) ?? [];
  if (other === undefined) return undefined;
  if (other in apps) return layerOf(`apps/${other}/main.ts`);
  return layerOf(other in single ? `${other}/index.ts` : `packages/${other}/index.ts`);
}

/** Returns the reason why the file may not import a module; undefined if it may. */
export function objection(file: string, specifier: string): string | undefined {
  const from = layerOf(file);
  if (from === undefined) return undefined;
  const relative = specifier.startsWith('.');
  const path = relative ? posix.join(posix.dirname(file), specifier) : undefined;
  const to = path === undefined ? roomNamed(specifier) : layerOf(path);
  if (to === undefined) {
    return relative && path?.startsWith('..') === true ? 'the import leaves the repository' : undefined;
  }
  if (to.path === from.path) return path === undefined ? undefined : acrossFeatures(file, path);
  const isTest = /\.test\.tsx?$|\/testing\//.test(file);
  const tests = isTest && to.kind === 'testkit';
  const booted = file.endsWith('.api.test.ts') && to.kind === 'server';
  if (!tests && !booted && !mayImport[from.kind].includes(to.kind))
    return `${from.path} may not import ${to.path}`;
  // What tests share with those of another package has a door of its own.
  if (isTest && to.kind === 'package' && specifier === `${to.importName ?? ''}/testing`) return undefined;
  if (specifier !== to.importName) return `import ${to.path} at its door: ${to.importName ?? 'it has none'}`;
  return undefined;
}

const feature = /^apps\/[^/]+\/src\/features\/([^/]+)\//;

function acrossFeatures(file: string, path: string): string | undefined {
  const to = feature.exec(path)?.[1];
  const from = feature.exec(file)?.[1];
  if (to === undefined || from === undefined || to === from) return undefined;
  return `feature ${from} may not import feature ${to}: what both need belongs to src/ui or src/lib`;
}
