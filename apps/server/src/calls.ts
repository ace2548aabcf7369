import type { Code, Contract } from '@karat/contract';
import { contentHandlers, contentMessages } from '@karat/domains/content';
import { identityMessages } from '@karat/domains/identity';
import { ledgerMessages } from '@karat/domains/ledger';
import { marketHandlers, marketMessages } from '@karat/domains/market';
import { operatorHandlers, operatorMessages } from '@karat/domains/operators';
import type { ConsoleDeps } from '@karat/domains/operators';
import { spotHandlers, spotMessages } from '@karat/domains/spot';
import { verificationMessages } from '@karat/domains/verification';
import { credentialsMessages } from '@karat/domains/credentials';
import { messagesMessages } from '@karat/domains/messages';
import { depositsMessages } from '@karat/domains/deposits';
import { withdrawalsMessages } from '@karat/domains/withdrawals';
import { outflowMessages } from '@karat/domains/outflow';
import { payeesMessages } from '@karat/domains/payees';
import { fiatMessages } from '@karat/domains/fiat';
import { contractsHandlers, contractsMessages } from '@karat/domains/contracts';
import { miningMessages } from '@karat/domains/mining';
import { dualMessages } from '@karat/domains/dual';
import { nftMessages } from '@karat/domains/nft';
import { gamesMessages } from '@karat/domains/games';
import { launchpadMessages } from '@karat/domains/launchpad';
import { giftsMessages } from '@karat/domains/gifts';
import { growthMessages } from '@karat/domains/growth';
import { loansMessages } from '@karat/domains/loans';
import { optionsMessages } from '@karat/domains/options';
import { copytradeMessages } from '@karat/domains/copytrade';
import { alertsMessages } from '@karat/domains/alerts';
import { portfolioMessages } from '@karat/domains/portfolio';
import { recurringMessages } from '@karat/domains/recurring';
import { proofsMessages } from '@karat/domains/proofs';
import { chatMessages } from '@karat/domains/chat';
import { complianceMessages } from '@karat/domains/compliance';
import { supportMessages } from '@karat/domains/support';
import { stocksMessages } from '@karat/domains/stocks';
import { walletMessages } from '@karat/domains/wallet';
import type { Catalogue } from '@karat/i18n';
import { commonMessages, refusalText } from '@karat/platform/http';
import type { Handlers } from '@karat/platform/http';
import type { Config } from './config.ts';
import type { Container } from './container.ts';
import { UI_VERSION, VERSION } from './version.ts';

/** Texts of every refusal in nine languages: a code without a text does not compile. */
export const messages: Catalogue<Code> = {
  ...commonMessages,
  ...ledgerMessages,
  ...contentMessages,
  ...identityMessages,
  ...marketMessages,
  ...operatorMessages,
  ...spotMessages,
  ...walletMessages,
  ...verificationMessages,
  ...credentialsMessages,
  ...messagesMessages,
  ...depositsMessages,
  ...withdrawalsMessages,
  ...outflowMessages,
  ...payeesMessages,
  ...fiatMessages,
  ...contractsMessages,
  ...optionsMessages,
  ...miningMessages,
  ...dualMessages,
  ...nftMessages,
  ...gamesMessages,
  ...launchpadMessages,
  ...growthMessages,
  ...giftsMessages,
  ...loansMessages,
  ...copytradeMessages,
  ...proofsMessages,
  ...recurringMessages,
  ...alertsMessages,
  ...portfolioMessages,
  ...stocksMessages,
  ...chatMessages,
  ...supportMessages,
  ...complianceMessages,
};

/** Handlers of all calls: a missing one does not compile. */
export function handlersOf(
  config: Config,
  container: Container,
  deps: ConsoleDeps,
): { readonly [Group in keyof Contract]: Handlers<Contract[Group]> } {
  const { ctx, identity, market, spot, wallet } = container;
  const settings = {
    name: 'Karat',
    version: VERSION,
    uiVersion: UI_VERSION,
    demo: config.demo,
    simulatedPrices: config.prices === 'simulated',
    defaultLang: config.defaultLang,
    lines: config.lines,
    webHosts: async () => [...config.webHosts, ...(await container.launchpad.linkedHosts())],
  };
  return {
    content: contentHandlers(ctx, settings),
    identity: identity.handlers,
    market: marketHandlers(market),
    operators: operatorHandlers(deps),
    currencies: container.currencies.handlers,
    spot: spotHandlers(spot, (refusal, lang) => refusalText(messages, refusal, lang)),
    stocks: container.stocks.handlers,
    wallet: wallet.handlers,
    verification: container.verification.handlers,
    compliance: container.compliance.handlers,
    credentials: container.credentials.handlers,
    messages: container.messages.handlers,
    deposits: container.deposits.handlers,
    withdrawals: container.withdrawals.handlers,
    outflow: container.outflow.handlers,
    payees: container.payees.handlers,
    fiat: container.fiat.handlers,
    contracts: contractsHandlers(container.contracts),
    options: container.options.handlers,
    mining: container.mining.handlers,
    dual: container.dual.handlers,
    launchpad: container.launchpad.handlers,
    growth: container.growth.handlers,
    gifts: container.gifts.handlers,
    loans: container.loans.handlers,
    nft: container.nft.handlers,
    games: container.games.handlers,
    copytrade: container.copytrade.handlers,
    proofs: { ...container.proofs.handlers, ...container.liabilities.handlers },
    recurring: container.recurring.handlers,
    alerts: container.alerts.handlers,
    wealth: container.wealth.handlers,
    portfolio: container.portfolio.handlers,
    chat: container.chat.handlers,
    support: container.support.handlers,
  };
}
