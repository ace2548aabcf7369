import { ACCOUNT_NAMES } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { createChat } from '@karat/domains/chat';
import type { Chat } from '@karat/domains/chat';
import { contractRecords } from '@karat/domains/contracts';
import { findArticles } from '@karat/domains/content';
import { depositRecords } from '@karat/domains/deposits';
import { fiatRecords } from '@karat/domains/fiat';
import { accountTitle, userAccount } from '@karat/domains/ledger';
import { operatorsOfRoles } from '@karat/domains/operators';
import { optionRecords } from '@karat/domains/options';
import { spotRecords } from '@karat/domains/spot';
import { createSupport } from '@karat/domains/support';
import type { Support, SupportDeps } from '@karat/domains/support';
import { withdrawalRecords } from '@karat/domains/withdrawals';
import { format } from '@karat/money';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** Customer service and chat rooms. */
export interface Conversations {
  readonly support: Support;
  readonly chat: Chat;
}

type ConversationsDeps = CoreServices & Pick<Prices, 'market'> & Pick<People, 'identity' | 'messages'>;

/** Account, balances and devices of a user for the side panel of an operator. */
const panelOf =
  ({ ctx, identity, ledger }: ConversationsDeps): SupportDeps['panelOf'] =>
  async (user: UserId) => {
    const account = await identity.operators.user(user);
    if (!account) return undefined;
    const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
    const balances = await ledger.balances(
      ctx.db,
      ACCOUNT_NAMES.map((name) => userAccount(user, name)),
    );
    const sessions = await identity.operators.sessions(ctx.db, user);
    return {
      uid: user,
      nickname: account.nickname,
      email: account.email,
      phone: account.phone,
      status: account.status,
      real_state: account.realState,
      vip_level: account.vipLevel,
      lang: account.lang,
      created_ms: account.createdMs,
      balances: balances.map((row) => ({
        account: accountTitle(row.account),
        currency: codes.get(row.currency) ?? String(row.currency),
        available: format(row.available),
        held: format(row.held),
      })),
      devices: sessions.map(({ device, address, createdMs, seenMs }) => ({
        device,
        address,
        created_ms: createdMs,
        seen_ms: seenMs,
      })),
    };
  };

/** Own records that a message to customer service can refer to. */
async function recordsOf({ ctx, ledger, market }: ConversationsDeps): Promise<SupportDeps['records']> {
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  const codeOf = (currency: CurrencyId): string => codes.get(currency) ?? String(currency);
  const symbolOf = (id: MarketId): string => market.instruments.find(id)?.symbol ?? String(id);
  return new Map([
    ['spot_order', spotRecords(symbolOf)],
    ['contract', contractRecords(symbolOf)],
    ['option', optionRecords(symbolOf)],
    ['deposit', depositRecords(codeOf)],
    ['withdrawal', withdrawalRecords(codeOf)],
    ['fiat_order', fiatRecords],
  ]);
}

/** Builds customer service and the chat rooms. */
export async function createConversations(deps: ConversationsDeps): Promise<Conversations> {
  const { config, ctx, identity, market, messages, platform } = deps;
  return {
    support: createSupport({
      ctx,
      messages,
      mail: platform.mail,
      files: platform.files,
      hours: config.supportHours,
      people: (db, users) => identity.users(db, users),
      records: await recordsOf(deps),
      visitorEmail: identity.supportEmail,
      findArticles,
      panelOf: panelOf(deps),
      operators: (db) => operatorsOfRoles(db, ['support', 'risk', 'admin']),
      siteName: 'Karat',
    }),
    chat: createChat({
      ctx,
      people: (db, users) => identity.users(db, users),
      symbolOf: (id) => market.instruments.find(id)?.symbol,
    }),
  };
}
