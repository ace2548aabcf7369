import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const root = join(import.meta.dirname, '../../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string().min(1),
          for: z.string().regex(/^[0-9]+[smh]$/),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string().min(1), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const alerts = rules
  .parse(parse(text('deploy/prometheus/alerts.yaml')))
  .groups.flatMap((group) => group.rules);

test('every alert has its runbook with meaning, what to look at and what to do, and no runbook is left over', () => {
  expect(alerts.length).toBeGreaterThan(30);
  const wrong = alerts.filter(({ alert, annotations, expr }) => {
    if (!existsSync(join(root, annotations.runbook))) return true;
    const page = text(annotations.runbook);
    const parts = [
      `# ${annotations.summary}\n`,
      `\`${alert}\``,
      expr.trim(),
      '## Meaning',
      '## Look at',
      '## Do',
    ];
    return parts.some((part) => !page.includes(part));
  });
  expect(wrong.map(({ alert }) => alert)).toEqual([]);
  const pages = readdirSync(join(root, 'docs/runbooks')).filter((name) => name !== 'README.md');
  expect(pages.toSorted()).toEqual(
    alerts.map(({ annotations }) => annotations.runbook.slice('docs/runbooks/'.length)).toSorted(),
  );
  const index = text('docs/runbooks/README.md');
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

test('every link of runbooks and handbook leads to a file', () => {
  const pages = [
    'docs/operation.md',
    ...['runbooks', 'operation'].flatMap((folder) =>
      readdirSync(join(root, 'docs', folder)).map((name) => `docs/${folder}/${name}`),
    ),
  ];
  const broken = pages.flatMap((page) =>
    [...text(page).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, page, '..', path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(broken).toEqual([]);
});
