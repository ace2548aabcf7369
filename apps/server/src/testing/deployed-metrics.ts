import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const NAME = /\bkarat_[a-z0-9_]+/g;
/** Returns the metrics that alert rules and dashboards name, each with the files that do. */
export function deployedMetrics(): ReadonlyMap<string, readonly string[]> {
  const folder = 'deploy/grafana/dashboards';
  const files = [
    'deploy/prometheus/alerts.yaml',
    ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ];
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const [name] of readFileSync(join(root, file), 'utf8').matchAll(NAME))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

/** Returns the names that a reply of `/metrics` declares, with the series of histograms. */
export function exposedNames(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((series) => `${name}_${series}`) : [name],
  );
  return new Set(names);
}
