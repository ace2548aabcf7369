import type { CaseKind, CaseSeverity, UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import { addEvent, addLink, openOrJoin } from './case-store.ts';
import type { CaseLink } from './deps.ts';

export interface OpenRequest {
  readonly kind: CaseKind;
  readonly user: UserId;
  readonly severity: CaseSeverity;
  readonly text: string;
  readonly by: string;
  readonly link?: CaseLink | undefined;
  readonly at: number;
}

/** Opens a case or joins the one of the same user and kind that is not closed, with its link, history and audit entry. */
export async function openCase(
  tx: Tx,
  { text, link, ...request }: OpenRequest,
): Promise<{ readonly id: number; readonly joined: boolean }> {
  const { row, joined } = await openOrJoin(tx, { ...request, summary: text });
  const { by, at } = request;
  await addEvent(tx, row.id, { kind: joined ? 'joined' : 'opened', by, text, at });
  if (link !== undefined && (await addLink(tx, row.id, link)))
    await addEvent(tx, row.id, { kind: 'linked', by, text: `${link.kind} ${link.reference}`, at });
  await append(tx, {
    actor: by,
    action: joined ? 'case:join' : 'case:open',
    subject: `case:${row.id}`,
    detail: {
      kind: request.kind,
      user: request.user,
      ...(link === undefined ? {} : { [link.kind]: link.reference }),
    },
    at,
  });
  return { id: row.id, joined };
}
