import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DASHBOARDS, dashboardFiles } from './dashboards.ts';

test('the dashboards are those of scripts/dashboards.ts', () => {
  const files = dashboardFiles();
  expect(readdirSync(DASHBOARDS).toSorted()).toEqual([...files.keys()].toSorted());
  for (const [name, expected] of files)
    expect(JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8')), name).toEqual(JSON.parse(expected));
});
