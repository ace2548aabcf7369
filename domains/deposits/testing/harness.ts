import { currencyId, operatorId, sessionId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { createLedger, userAccount } from '@karat/domains/ledger';
import { createMessages } from '@karat/domains/messages';
import { createBus } from '@karat/platform/bus';
import { accountKey, connectEvm, evmNetwork, tronNetwork } from '@karat/platform/chains';
import type { Chain, EvmChain } from '@karat/platform/chains';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { createFiles } from '@karat/platform/files';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createMail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import { format } from '@karat/money';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { messagesInto } from '@karat/testkit';
import { createDeposits } from '../index.ts';
import type { DepositsDeps } from '../index.ts';
import { resolveDeps } from '../deps.ts';
import { depositsNotices } from '../notices.ts';

export const ANNA = userId(100_001);
export const BEN = userId(100_002);
export const SEED = new Uint8Array(64).fill(7);
export const evmOfTest = (node: EvmTestChain): EvmChain =>
  connectEvm(evmNetwork(node.chainId), { url: node.url }, [
    { code: 'USDT', contract: node.tokens.USDT, decimals: node.decimals },
  ]);
export const chainOfTest = (node: EvmTestChain): Chain => evmOfTest(node);
export const clerk: OperatorCaller = {
  operatorId: operatorId(1),
  login: 'finance',
  role: 'finance',
  sessionId: sessionId(1),
};

/** Deposits on a database, with an EVM chain (or a substitute) and Tron without a node. */
export function openDeposits(
  db: Database,
  directory: string,
  chain: Chain | undefined,
  more: Partial<DepositsDeps> = {},
) {
  const clock = virtualClock();
  const ctx: Context = {
    db,
    clock,
    random: seededRandom('deposits'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  const ledger = createLedger(ctx);
  const network = evmNetwork(31_337);
  const messages = createMessages({
    ctx,
    mail: createMail(ctx, { smtpUrl: undefined, from: undefined }),
    texts: depositsNotices as never,
    addressees: async () => [],
  });
  const deps: DepositsDeps = {
    ctx,
    ledger,
    files: createFiles(ctx, { directory }),
    messages: {
      ...messages,
      ...messagesInto([], messages),
    },
    networks: [
      { network, chain, fromHeight: 0, accountKey: accountKey(SEED, network, 'deposits') },
      { network: tronNetwork, chain: undefined, accountKey: accountKey(SEED, tronNetwork, 'deposits') },
    ],
    ...more,
  };
  const deposits = createDeposits(deps);
  const available = async (user: UserId, currency: CurrencyId): Promise<string> =>
    format((await ledger.balance(db, userAccount(user, 'change'), currency)).available);
  return { ctx, clock, deps, ledger, deposits, parts: resolveDeps(deps), available };
}

export const ETH = currencyId(2);
export const USDT = currencyId(3);

/** Rows of deposits in order of arrival. */
export const rowsOf = (db: Database): Promise<{ state: string; amount: string; userId: number | null }[]> =>
  db.rows(
    sql`select state, trim_scale(amount)::text as amount, user_id as "userId" from deposits_deposits order by id`,
  );
