import { CURRENCY_USES, NETWORKS } from '@karat/contract';
import type { CurrencyUse } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { stopsOf } from '@karat/domains/operators';
import type { Stoppable } from '@karat/domains/operators';
import { CARD_NETWORK } from '@karat/domains/payees';
import type { Queries } from '@karat/platform/db';

/** Uses that are stopped on one network as well. */
const ON_NETWORKS: readonly CurrencyUse[] = ['deposit', 'withdrawal'];
const WAYS: readonly string[] = [...NETWORKS, CARD_NETWORK];

/** The subject of a stop: `USDT/send`, `USDT/deposit/tron`. */
export const subjectOf = (code: string, use: CurrencyUse, network?: string): string =>
  [code, use, ...(network === undefined ? [] : [network])].join('/');

/** What operators have stopped of currencies. */
export interface StoppedUses {
  /** Whether a use is stopped, everywhere or on the network that is named. */
  has(code: string, use: CurrencyUse, network?: string): boolean;
  /** Whether a use is stopped on a network by a stop of its own, which can be resumed alone. */
  hasOwn(code: string, use: CurrencyUse, network: string): boolean;
}

/** Reads what operators have stopped; a transaction reads it itself, so that a committed stop counts for the next request. */
export async function stoppedUses(db: Queries): Promise<StoppedUses> {
  const subjects = new Set((await stopsOf(db, 'currency')).map(({ subject }) => subject));
  return {
    hasOwn: (code, use, network) => subjects.has(subjectOf(code, use, network)),
    has: (code, use, network) =>
      subjects.has(subjectOf(code, use)) ||
      (network !== undefined && subjects.has(subjectOf(code, use, network))),
  };
}

interface ParsedSubject {
  readonly code: string;
  readonly use: CurrencyUse;
  readonly network: string | undefined;
}

function parseSubject(subject: string): ParsedSubject | undefined {
  const [code = '', named, network, ...rest] = subject.split('/');
  const use = CURRENCY_USES.find((each) => each === named);
  if (use === undefined || rest.length > 0) return undefined;
  if (network !== undefined && !(ON_NETWORKS.includes(use) && WAYS.includes(network))) return undefined;
  return { code, use, network };
}

/** Uses of currencies, which one operator stops and two resume. The stop's row itself is what counts. */
export const currencyStoppable = (ledger: Pick<Ledger, 'currencies'>): Stoppable => ({
  async find(db, subject) {
    const parsed = parseSubject(subject);
    if (!parsed || !(await ledger.currencies(db)).some(({ code }) => code === parsed.code)) return undefined;
    const { code, use, network } = parsed;
    const isStopped = (await stopsOf(db, 'currency')).some((stop) => stop.subject === subject);
    const where = network === undefined ? '' : ` on ${network}`;
    return {
      name: `${code}: ${use}${where}`,
      state: isStopped ? 'stopped' : 'running',
      runs: !isStopped,
    };
  },
  stop: () => Promise.resolve(),
  resume: () => Promise.resolve(),
});
