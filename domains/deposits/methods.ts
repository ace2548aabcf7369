import type { CurrencyId, NetworkId } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { ZERO } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { readMethodVersions } from './method-store.ts';
import type { MethodVersion } from './method-store.ts';
import type { DepositMethod } from './rules.ts';

/** A deposit method with the version that it is at; undefined for the built-in terms. */
export interface MethodInForce extends DepositMethod {
  readonly version: MethodVersion | undefined;
}

/** The deposit methods that count now; those of networks without addresses are left out. */
export interface Methods {
  readonly all: readonly MethodInForce[];
  of(code: string): readonly MethodInForce[];
  find(network: NetworkId, code: string): MethodInForce | undefined;
}

/** Standard of tokens by network; Bitcoin has none. */
export const TOKEN_STANDARD: Readonly<Record<NetworkId, 'erc20' | 'trc20' | undefined>> = {
  bitcoin: undefined,
  ethereum: 'erc20',
  tron: 'trc20',
};

/** The method of a token that operators added. */
function addedMethod({ network, minimum, confirmations }: MethodVersion, code: string): DepositMethod[] {
  const standard = TOKEN_STANDARD[network];
  if (standard === undefined) return [];
  return [
    {
      network,
      code,
      standard,
      subName: standard.toUpperCase(),
      minimum,
      confirmations: { real: confirmations, test: confirmations },
      tolerance: ZERO,
      allowsSurplus: true,
    },
  ];
}

/** Joins the built-in methods with what operators decided; a version without a built-in method adds one. */
function inForce(
  builtIn: readonly DepositMethod[],
  versions: readonly MethodVersion[],
  currencies: readonly Currency[],
): MethodInForce[] {
  const codes = new Map<CurrencyId, string>(currencies.map(({ id, code }) => [id, code]));
  const versionOf = ({ network, code }: DepositMethod) =>
    versions.find((each) => each.network === network && codes.get(each.currency) === code);
  const known = builtIn.map((method): MethodInForce => {
    const version = versionOf(method);
    if (!version) return { ...method, version };
    const { minimum, confirmations } = version;
    return { ...method, minimum, confirmations: { real: confirmations, test: confirmations }, version };
  });
  const added = versions.flatMap((version) => {
    const code = codes.get(version.currency);
    if (code === undefined || version.token === undefined) return [];
    return addedMethod(version, code).map((method): MethodInForce => ({ ...method, version }));
  });
  return [...known, ...added];
}

/** Reads the deposit methods; tokens that are new to a connected chain are made known to it. */
export async function readMethods({ ledger, open, methods }: ResolvedDeps, db: Queries): Promise<Methods> {
  const versions = await readMethodVersions(db);
  // A currency of another process is known before its method is: its row was committed first.
  for (const { currency } of versions) await ledger.currency(db, currency);
  const all = inForce(methods, versions, await ledger.currencies(db)).filter(
    ({ network }) => open.get(network)?.deriver !== undefined,
  );
  for (const { network, code, version } of all) {
    const chain = open.get(network)?.chain;
    if (version?.token === undefined || chain === undefined || !('addToken' in chain)) continue;
    if (!chain.assets.some((asset) => asset.code === code)) chain.addToken({ code, ...version.token });
  }
  return {
    all,
    of: (code) => all.filter((method) => method.code === code),
    find: (network, code) => all.find((method) => method.network === network && method.code === code),
  };
}
