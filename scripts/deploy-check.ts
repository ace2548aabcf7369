import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Checks the files in deploy/ with the tools that this machine has, and names those that it does not have. The workflow has all of
 * them. Ends with 1 if a tool that is here refuses a file.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'karat-deploy-'));
const deploy = join(folder, 'deploy');

interface Check {
  readonly name: string;
  /** Ends with 0 if the tool is here. */
  readonly probe: readonly string[];
  readonly command: readonly string[];
  readonly input?: () => string;
}

const rendered = (): string =>
  spawnSync('kubectl', ['kustomize', join(deploy, 'kubernetes')], { encoding: 'utf8' }).stdout;

const checks: readonly Check[] = [
  {
    name: 'compose file',
    probe: ['docker', 'compose', 'version'],
    command: ['docker', 'compose', '-f', join(deploy, 'compose.yaml'), 'config', '-q'],
  },
  {
    name: 'Kubernetes objects are rendered',
    probe: ['kubectl', 'version', '--client'],
    command: ['kubectl', 'kustomize', join(deploy, 'kubernetes')],
  },
  {
    name: 'Kubernetes objects by their schemas',
    probe: ['kubeconform', '-v'],
    command: ['kubeconform', '-strict', '-summary'],
    input: rendered,
  },
  {
    name: 'Dockerfile',
    probe: ['hadolint', '--version'],
    command: ['hadolint', '--failure-threshold', 'warning', '-'],
    input: () => readFileSync(join(deploy, 'Dockerfile'), 'utf8'),
  },
  {
    name: 'alert rules',
    probe: ['promtool', '--version'],
    command: ['promtool', 'check', 'rules', join(deploy, 'prometheus/alerts.yaml')],
  },
  {
    name: 'alert receivers',
    probe: ['amtool', '--version'],
    command: ['amtool', 'check-config', join(deploy, 'prometheus/alertmanager.yaml')],
  },
  {
    name: 'proxy',
    probe: ['caddy', 'version'],
    command: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')],
  },
  {
    name: 'systemd units',
    probe: ['systemd-analyze', '--version'],
    command: [
      'systemd-analyze',
      'verify',
      ...readdirSync(join(root, 'deploy/systemd')).map((unit) =>
        // A template is verified by one of its instances.
        join(deploy, 'systemd', unit.replace('@.', '@0.')),
      ),
    ],
  },
];

try {
  cpSync(join(root, 'deploy'), deploy, { recursive: true });
  // The settings that an operator writes from the examples.
  copyFileSync(join(deploy, 'env.example'), join(deploy, 'karat.env'));
  copyFileSync(join(deploy, 'signer.env.example'), join(deploy, 'signer.env'));
  copyFileSync(join(deploy, 'systemd/karat@.service'), join(deploy, 'systemd/karat@0.service'));
  for (const { name, probe, command, input } of checks) {
    const [tool = '', ...args] = command;
    const [first = '', ...rest] = probe;
    if (spawnSync(first, rest, { stdio: 'ignore' }).status !== 0) {
      console.log(`absent  ${name} (${tool})`);
      continue;
    }
    const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', input: input?.() });
    console.log(`${status === 0 ? 'ok     ' : 'FAILED '} ${name} (${tool})`);
    if (status === 0) continue;
    console.log(`${stdout}${stderr}`.trim());
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
