import { append } from '@karat/platform/audit';
import { findSecret, hashKeyId, knownHashKeys, readKeyRing, resealAll } from '@karat/platform/crypto';
import type { KeyRing, KnownHashKey, ResealReport } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { systemRandom } from '@karat/platform/random';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { countRows, keyedRows } from './keyed-rows.ts';
import { secretSources } from './secret-sources.ts';

type Say = (line: string) => void;

const SHOWN_MAX = 10;

const dateOf = (ms: number): string => new Date(ms).toISOString();

async function currentId(config: Config): Promise<string | undefined> {
  const secret = await findSecret(secretSources(config).hash);
  return secret && hashKeyId(secret);
}

const markOf = ({ id, isFirst }: KnownHashKey): string | null => (isFirst ? null : id);

/** Prints the hash keys of the database and the rows that depend on each. */
export async function listHashKeys(db: Database, config: Config, say: Say): Promise<void> {
  const now = Date.now();
  const current = await currentId(config);
  const counts = await countRows(db, now);
  const known = await knownHashKeys(db);
  for (const key of known) {
    const state = key.id === current ? 'current' : key.retiredMs === null ? 'in use' : 'retired';
    say(`${key.id.padEnd(16)} hash key, ${state.padEnd(14)} since ${dateOf(key.sinceMs)}`);
    for (const { name, count } of counts.get(markOf(key)) ?? [])
      say(`${' '.repeat(17)}${String(count).padStart(9)} ${name}`);
  }
  const marks = new Set(known.map(markOf));
  for (const [mark, rows] of counts)
    if (!marks.has(mark))
      for (const { name, count } of rows) say(`${mark ?? 'first'} (unknown hash key): ${count} ${name}`);
}

const readRing = (db: Database, config: Config): Promise<KeyRing> =>
  readKeyRing(db, secretSources(config).hash);

function sayReport(say: Say, { name, resealed, unreadable }: ResealReport): void {
  if (resealed > 0) say(`${name}: ${resealed} resealed`);
  if (unreadable.length === 0) return;
  const shown = unreadable.slice(0, SHOWN_MAX).join(', ');
  say(`${name}: ${unreadable.length} cannot be opened by any accepted key, rows ${shown}`);
}

const note = (db: Database, action: string, id: string, detail: Readonly<Record<string, number>>) =>
  db.transact((tx) => append(tx, { actor: 'system', action, subject: `key:${id}`, detail, at: Date.now() }));

/** Brings all rows under the current hash key. Returns 1 if some cannot be opened. */
export async function resealRows(db: Database, config: Config, say: Say): Promise<number> {
  const ring = await readRing(db, config);
  let resealed = 0;
  let unreadable = 0;
  await resealAll(db, keyedRows(ring, systemRandom), (report) => {
    resealed += report.resealed;
    unreadable += report.unreadable.length;
    sayReport(say, report);
  });
  if (resealed > 0) await note(db, 'reseal', ring.current.id, { resealed, unreadable });
  say(`${resealed} rows are under the hash key ${ring.current.id} now.`);
  return unreadable === 0 ? 0 : 1;
}

/**
 * Ends what depends on another hash key and cannot be resealed. Refuses the current key, an unknown one, and one that sealed rows
 * still need. Returns 1 for a refusal.
 */
export async function endHashKey(db: Database, config: Config, id: string, say: Say): Promise<number> {
  const ring = await readRing(db, config);
  const key = (await knownHashKeys(db)).find((one) => one.id === id);
  if (!key) throw new ConfigError(`${id} is not a hash key of this database: see "npm run keys -- list".`);
  if (id === ring.current.id) throw new ConfigError(`${id} is the current hash key: set another one first.`);
  const mark = markOf(key);
  const tables = keyedRows(ring, systemRandom);
  const resealable = new Set(tables.filter(({ reseal }) => reseal).map(({ name }) => name));
  const left = (await countRows(db, Date.now())).get(mark) ?? [];
  const sealed = left.filter(({ name }) => resealable.has(name));
  if (sealed.length > 0)
    throw new ConfigError(
      `${sealed.map(({ name, count }) => `${count} ${name}`).join(', ')} depend on ${id}: run "npm run keys -- reseal" first.`,
    );
  const ended: Record<string, number> = {};
  for (const { name, end } of tables) {
    const count = end ? await db.transact((tx) => end(tx, mark, Date.now())) : 0;
    if (count === 0) continue;
    ended[name] = count;
    say(`${name}: ${count} ended`);
  }
  await note(db, 'end hash key', id, ended);
  say(`Nothing depends on the hash key ${id} any more.`);
  return 0;
}
