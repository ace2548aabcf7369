import { refuse } from '@karat/contract';
import { BTC, ETH, USDT, createLedger } from '@karat/domains/ledger';
import { createBus } from '@karat/platform/bus';
import { bitcoinNetwork, evmNetwork, tronNetwork } from '@karat/platform/chains';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { keyRing } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createPayees } from '../index.ts';
import type { NamedUser } from '../index.ts';

export const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
export const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Payees on a database; the right pay password is `right`, users are known by what they are named in `known`. */
export function openPayees(db: Database) {
  const clock = virtualClock();
  const known = new Map<string, NamedUser>();
  const bus = createBus(() => undefined);
  const ctx: Context = { db, clock, random: seededRandom('payees'), bus, log: silentLog, demo: true };
  const payees = createPayees({
    ctx,
    ledger: createLedger(ctx),
    keys: keyRing(Buffer.alloc(32, 7)),
    nicknameSecret: Buffer.alloc(32, 7),
    findUser: async (_db, named) => known.get(named),
    credentials: {
      confirm: async (_tx, _user, { payPassword }) =>
        payPassword === 'right' ? undefined : refuse('parameter_error'),
    },
    networks: [
      { network: bitcoinNetwork('main'), currencies: [BTC] },
      { network: evmNetwork(1), currencies: [USDT, ETH] },
      { network: tronNetwork, currencies: [USDT] },
    ],
  });
  return { clock, known, payees };
}
