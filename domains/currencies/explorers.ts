import { NETWORKS, refuse } from '@karat/contract';
import type { Contract, NetworkId, Read, Reply } from '@karat/contract';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { CurrenciesDeps } from './deps.ts';

/** Kind of approval that changes where transactions of a network link to. */
export const EXPLORER_CHANGE = 'block explorer';

type Calls = Contract['currencies'];

/** Place of the transaction in a link. */
const TX = '{tx}';
const BUILT_IN: Readonly<Record<NetworkId, string>> = {
  bitcoin: `https://mempool.space/tx/${TX}`,
  ethereum: `https://etherscan.io/tx/${TX}`,
  tron: `https://tronscan.org/#/transaction/${TX}`,
};

interface Version {
  readonly network: NetworkId;
  readonly link: string;
  readonly version: number;
  readonly askedBy: string;
  readonly approvedBy: string;
  /** Unix ms. */
  readonly at: number;
}

const readVersions = (db: Queries): Promise<Version[]> =>
  db.rows<Version>(sql`
    select distinct on (network) network, link, id as version, asked_by as "askedBy", approved_by as "approvedBy", at
    from currencies_explorer_versions order by network, id desc`);

/** Returns the link of a transaction on a network; null without an explorer. */
export type ExplorerLink = (network: string, transaction: string) => string | null;

/** Reads the explorers; test chains have a link only where operators decided one. */
export async function explorerLinks(
  db: Queries,
  isReal: (network: NetworkId) => boolean,
): Promise<ExplorerLink> {
  const versions = await readVersions(db);
  return (name, transaction) => {
    const network = NETWORKS.find((each) => each === name);
    if (network === undefined || transaction === '') return null;
    const decided = versions.find((each) => each.network === network)?.link;
    const link = decided ?? (isReal(network) ? BUILT_IN[network] : '');
    return link === '' ? null : link.replace(TX, encodeURIComponent(transaction));
  };
}

/** Whether a link leads to one place: an address of the web with the transaction once, and without a login in it. */
function isLink(link: string): boolean {
  if (link === '') return true;
  if (link.split(TX).length !== 2 || /[{}\s]/.test(link.replace(TX, ''))) return false;
  const url = URL.parse(link.replace(TX, 'x'));
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.')
  );
}

/** Refuses `approval_stale` if the link was changed since, and `value_invalid` for no link. */
async function changeIn(db: Queries, payload: Payload) {
  const network = NETWORKS.find((each) => each === payload['network']) ?? refuse('approval_stale');
  const before = (await readVersions(db)).find((each) => each.network === network);
  if ((before?.version ?? 0) !== payload['version']) refuse('approval_stale');
  const after = String(payload['link']);
  if (!isLink(after)) refuse('value_invalid', { field: 'link' });
  return { network, before: before?.link ?? BUILT_IN[network], after };
}

const shown = (link: string): string => (link === '' ? 'no link' : link);

/** How two operators change where transactions link to. */
export const explorerKind = ({ ctx }: CurrenciesDeps): ApprovalKind => ({
  async present(db, payload) {
    const { network, before, after } = await changeIn(db, payload);
    return {
      title: 'Change the block explorer of a network',
      subject: network,
      changes: [change('Link of a transaction', shown(before), shown(after))],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    // Of two approvals at once the second one finds another version.
    await tx.run(sql`lock table currencies_explorer_versions in share row exclusive mode`);
    const { network, after } = await changeIn(tx, payload);
    await tx.run(sql`
      insert into currencies_explorer_versions (network, link, asked_by, approved_by, at)
      values (${network}, ${after}, ${askedBy}, ${approvedBy}, to_timestamp(${ctx.clock.now()} / 1000.0))`);
  },
});

/** Asks to change where transactions of a network link to; a second operator approves. */
export const requestExplorer = (
  deps: CurrenciesDeps,
  tx: Tx,
  caller: OperatorCaller,
  { network, version, link, reason }: Read<Calls['console/explorer_change']>,
): Promise<Reply<Calls['console/explorer_change']>> =>
  requestApproval(deps.ctx, tx, caller, {
    kind: EXPLORER_CHANGE,
    subject: network,
    payload: { network, version, link },
    reason,
    present: explorerKind(deps).present,
  });

/** The explorers of all networks as the console shows them. */
export async function explorerRows(db: Queries): Promise<Reply<Calls['console/explorers']>> {
  const versions = await readVersions(db);
  return NETWORKS.map((network) => {
    const version = versions.find((each) => each.network === network);
    return {
      network,
      link: version?.link ?? BUILT_IN[network],
      version: version?.version ?? 0,
      asked_by: version?.askedBy ?? null,
      approved_by: version?.approvedBy ?? null,
      changed_ms: version?.at ?? null,
    };
  });
}
