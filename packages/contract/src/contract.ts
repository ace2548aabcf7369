import { activity } from './activity.ts';
import { alerts } from './alerts.ts';
import type { Calls } from './call.ts';
import { compliance } from './compliance.ts';
import { monitoringConsole } from './monitoring-console.ts';
import { content } from './content.ts';
import { identity } from './identity.ts';
import { account } from './profile.ts';
import { currenciesConsole } from './currencies-console.ts';
import { market } from './market.ts';
import { operators } from './operators.ts';
import { approvals } from './approvals.ts';
import { stops } from './stops.ts';
import { ledgerConsole } from './ledger-console.ts';
import { dailyConsole } from './daily-console.ts';
import { dashboardConsole } from './dashboard-console.ts';
import { staffConsole } from './staff-console.ts';
import { userNotesConsole } from './user-notes-console.ts';
import { userRecordsConsole } from './user-records-console.ts';
import { marketConsole } from './market-console.ts';
import { contentConsole } from './content-console.ts';
import { spot } from './spot.ts';
import { verification } from './verification.ts';
import { credentials } from './credentials.ts';
import { messages } from './messages.ts';
import { deposits } from './deposits.ts';
import { depositsConsole } from './deposits-console.ts';
import { custodyConsole } from './custody-console.ts';
import { withdrawals } from './withdrawals.ts';
import { withdrawalsConsole } from './withdrawals-console.ts';
import { outflow } from './outflow.ts';
import { payees } from './payees.ts';
import { fiat } from './fiat.ts';
import { fiatConsole } from './fiat-console.ts';
import { fiatDisputes } from './fiat-disputes.ts';
import { contracts } from './contracts.ts';
import { contractsConsole } from './contracts-console.ts';
import { options } from './options.ts';
import { dual } from './dual.ts';
import { dualConsole } from './dual-console.ts';
import { loans } from './loans.ts';
import { loansConsole } from './loans-console.ts';
import { growth } from './growth.ts';
import { coupons } from './coupons.ts';
import { gifts } from './gifts.ts';
import { growthConsole } from './growth-console.ts';
import { copytradeTraders } from './copytrade-traders.ts';
import { copytrade } from './copytrade.ts';
import { mining } from './mining.ts';
import { miningConsole } from './mining-console.ts';
import { games } from './games.ts';
import { gamesConsole } from './games-console.ts';
import { launchpad } from './launchpad.ts';
import { launchpadConsole } from './launchpad-console.ts';
import { nft } from './nft.ts';
import { nftArtists } from './nft-artists.ts';
import { nftConsole } from './nft-console.ts';
import { nftOrders } from './nft-orders.ts';
import { portfolio } from './portfolio.ts';
import { proofs } from './proofs.ts';
import { recurring } from './recurring.ts';
import { chat } from './chat.ts';
import { chatConsole } from './chat-console.ts';
import { support } from './support.ts';
import { supportConsole } from './support-console.ts';
import { stocks } from './stocks.ts';
import { transfers } from './transfers.ts';
import { wallet } from './wallet.ts';
import { wealth } from './wealth.ts';

/** Every call by its domain. */
export const contract = {
  content,
  identity: { ...identity, ...account },
  market,
  currencies: currenciesConsole,
  operators: {
    ...dashboardConsole,
    ...dailyConsole,
    ...userNotesConsole,
    ...userRecordsConsole,
    ...operators,
    ...staffConsole,
    ...approvals,
    ...stops,
    ...ledgerConsole,
    ...marketConsole,
    ...contentConsole,
  },
  spot,
  wallet: { ...wallet, ...transfers, ...activity },
  verification,
  credentials,
  messages,
  deposits: { ...deposits, ...depositsConsole, ...custodyConsole },
  withdrawals: { ...withdrawals, ...withdrawalsConsole },
  outflow,
  payees,
  fiat: { ...fiat, ...fiatConsole, ...fiatDisputes },
  contracts: { ...contracts, ...contractsConsole },
  options,
  dual: { ...dual, ...dualConsole },
  loans: { ...loans, ...loansConsole },
  growth: { ...growth, ...growthConsole, ...coupons },
  gifts,
  copytrade: { ...copytradeTraders, ...copytrade },
  mining: { ...mining, ...miningConsole },
  launchpad: { ...launchpad, ...launchpadConsole },
  nft: { ...nft, ...nftOrders, ...nftArtists, ...nftConsole },
  games: { ...games, ...gamesConsole },
  portfolio,
  proofs,
  recurring,
  wealth,
  stocks,
  alerts,
  support: { ...support, ...supportConsole },
  chat: { ...chat, ...chatConsole },
  compliance: { ...compliance, ...monitoringConsole },
} satisfies Record<string, Calls>;
export type Contract = typeof contract;

type Merged<T> = T extends unknown ? (x: T) => void : never;
/** All calls by path. */
export type AllCalls = (Merged<Contract[keyof Contract]> extends (x: infer I) => void ? I : never) & Calls;
