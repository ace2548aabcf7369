import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// In a process of its own: the server's forbids its renderer to read drawings.
test('every built-in picture shows its drawing', () => {
  const script = join(import.meta.dirname, '../scripts/logos.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
