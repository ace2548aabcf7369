import { refuse } from '@karat/contract';
import { sha256 } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { isPdf } from '@karat/platform/pdf';
import type { LaunchpadDeps } from './deps.ts';
import type { Paper, Project, ProjectTerms } from './types.ts';

const PDF = 'application/pdf';

/** Stores a PDF for a project, readable by operators; returns it. Refuses `project_paper_invalid`. */
export async function keepPaper(
  { files }: Pick<LaunchpadDeps, 'files'>,
  tx: Tx,
  owner: number,
  bytes: Uint8Array,
): Promise<Paper> {
  if (!isPdf(bytes)) refuse('project_paper_invalid');
  const file = await files.keep(tx, { owner, visibility: 'private', mime: PDF, bytes });
  return { file, sha256: sha256(bytes).toString('hex'), bytes: bytes.length };
}

/** The paper at an address that the operator has uploaded. Refuses `project_paper_invalid`. */
export async function ownPaper(
  { files }: Pick<LaunchpadDeps, 'files'>,
  db: Queries,
  file: string,
  owner: number,
): Promise<Paper> {
  const row = await files.owned(db, file, owner);
  if (row?.mime !== PDF) return refuse('project_paper_invalid');
  return { file, sha256: row.sha256.toString('hex'), bytes: row.bytes };
}

/** The bytes of a paper if they are those of its hash. */
async function bytesOf(
  { files }: Pick<LaunchpadDeps, 'files'>,
  db: Queries,
  paper: Paper,
): Promise<Buffer | undefined> {
  const found = await files.open(db, paper.file);
  return found?.mime === PDF && sha256(found.bytes).toString('hex') === paper.sha256
    ? found.bytes
    : undefined;
}

/** Refuses `project_paper_invalid` unless the paper is stored with the hash that was approved. */
export async function checkPaper(
  deps: Pick<LaunchpadDeps, 'files'>,
  tx: Tx,
  { paper }: Pick<ProjectTerms, 'paper'>,
): Promise<void> {
  if (paper && !(await bytesOf(deps, tx, paper))) refuse('project_paper_invalid');
}

/** The white paper of a project as a download. Refuses `project_paper_unknown` where it has none, or the store has lost it. */
export async function paperFile(
  deps: Pick<LaunchpadDeps, 'files'>,
  db: Queries,
  { code, paper }: Pick<Project, 'code' | 'paper'>,
): Promise<{ readonly name: string; readonly type: string; readonly body: Buffer }> {
  const body = paper && (await bytesOf(deps, db, paper));
  return body ? { name: `${code}-white-paper.pdf`, type: PDF, body } : refuse('project_paper_unknown');
}
