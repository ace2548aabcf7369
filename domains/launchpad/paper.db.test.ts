import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { sha256 } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { isPdf } from '@karat/platform/pdf';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPaper } from './demo-paper.ts';
import { keepPaper, ownPaper, paperFile } from './paper.ts';
import { payloadOf, termsOf } from './terms.ts';
import { LAUNCH, LaunchpadFixture } from './testing/fixture.ts';
import type { Paper } from './types.ts';

const OPERATOR = 7;
const FIRST = Buffer.from(demoPaper(LAUNCH));
const SECOND = Buffer.from(demoPaper({ ...LAUNCH, kind: 'fund' }));

let database: TestDatabase;
let directory: string;
let files: Files;
let fixture: LaunchpadFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-papers-'));
  files = createFiles(new LaunchpadFixture(database.db).ctx, { directory });
  fixture = new LaunchpadFixture(database.db, undefined, { files });
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const keep = (bytes: Uint8Array, owner = OPERATOR): Promise<Paper> =>
  database.db.transact((tx) => keepPaper(fixture.deps, tx, owner, bytes));
const served = async (id: number) => paperFile(fixture.deps, database.db, await fixture.row(id));

test('a paper is stored by the hash of its bytes, found by its operator alone, and no other file is one', async () => {
  const paper = await keep(FIRST);
  expect(paper).toMatchObject({ sha256: sha256(FIRST).toString('hex'), bytes: FIRST.length });
  expect(await ownPaper(fixture.deps, database.db, paper.file, OPERATOR)).toEqual(paper);
  await expect(ownPaper(fixture.deps, database.db, paper.file, OPERATOR + 1)).rejects.toMatchObject({
    code: 'project_paper_invalid',
  });
  const picture = await database.db.transact((tx) =>
    files.keep(tx, { owner: OPERATOR, visibility: 'public', mime: 'image/webp', bytes: FIRST }),
  );
  await expect(ownPaper(fixture.deps, database.db, picture, OPERATOR)).rejects.toMatchObject({
    code: 'project_paper_invalid',
  });
  await expect(keep(Buffer.from('<script>alert(1)</script>%PDF-1.4\n%%EOF'))).rejects.toMatchObject({
    code: 'project_paper_invalid',
  });
});

test('what was approved is what users get; a project without a paper has none', async () => {
  const paper = await keep(FIRST);
  const approved = termsOf(payloadOf({ ...LAUNCH, code: 'PAPER', paper }));
  expect(approved.paper).toEqual(paper);
  const id = await fixture.project({ paper: approved.paper });
  const { name, type, body } = await served(id);
  expect({ name, type }).toEqual({ name: 'TOK1-white-paper.pdf', type: 'application/pdf' });
  expect(body.equals(FIRST)).toBe(true);
  await expect(served(await fixture.project())).rejects.toMatchObject({ code: 'project_paper_unknown' });
});

test('an approval with the hash of another document adds no project', async () => {
  const [paper, other] = [await keep(FIRST), await keep(SECOND)];
  await expect(fixture.project({ paper: { ...paper, file: other.file } })).rejects.toMatchObject({
    code: 'project_paper_invalid',
  });
});

test('the paper of a project cannot be exchanged: neither its row, nor its file, nor the bytes on disk', async () => {
  const [paper, other] = [await keep(FIRST, OPERATOR + 1), await keep(SECOND)];
  const id = await fixture.project({ paper });
  await expect(
    database.db.run(sql`update launchpad_projects set paper_file = ${other.file} where id = ${id}`),
  ).rejects.toThrow('do not change');
  await database.db.run(sql`
    update platform_files set sha256 = ${sha256(SECOND)} where id = ${paper.file.replace('/files/', '')}`);
  await expect(served(id)).rejects.toMatchObject({ code: 'project_paper_unknown' });
  const own = await keep(FIRST, OPERATOR + 2);
  const second = await fixture.project({ paper: own });
  expect((await served(second)).body.equals(FIRST)).toBe(true);
  await writeFile(join(directory, own.sha256.slice(0, 2), own.sha256.slice(2, 4), own.sha256), SECOND);
  await expect(served(second)).rejects.toMatchObject({ code: 'project_paper_unknown' });
});

test('the paper of a demo project says that it is a demonstration, and states the terms', () => {
  const text = Buffer.from(demoPaper({ ...LAUNCH, kind: 'fund' })).toString('latin1');
  expect(isPdf(Buffer.from(text, 'latin1'))).toBe(true);
  for (const part of ['White paper of a demonstration', 'Token does not exist.', '(1000000)', '(0.1 USDT)'])
    expect(text).toContain(part);
  expect(text).toContain('(Dividends)');
  expect(FIRST.toString('latin1')).not.toContain('(Dividends)');
});
