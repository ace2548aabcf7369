import type { NoticeKind } from '@karat/contract';
import { fiatNotices } from '@karat/domains/fiat';
import { contentNotices } from '@karat/domains/content';
import { credentialsNotices } from '@karat/domains/credentials';
import { identityNotices } from '@karat/domains/identity';
import { copytradeNotices } from '@karat/domains/copytrade';
import type { NoticeTexts } from '@karat/domains/messages';
import { contractsNotices } from '@karat/domains/contracts';
import { dualNotices } from '@karat/domains/dual';
import { gamesNotices } from '@karat/domains/games';
import { launchpadNotices } from '@karat/domains/launchpad';
import { giftsNotices } from '@karat/domains/gifts';
import { growthNotices } from '@karat/domains/growth';
import { loansNotices } from '@karat/domains/loans';
import { depositsNotices } from '@karat/domains/deposits';
import { outflowNotices } from '@karat/domains/outflow';
import { miningNotices } from '@karat/domains/mining';
import { nftNotices } from '@karat/domains/nft';
import { operatorNotices } from '@karat/domains/operators';
import { alertsNotices } from '@karat/domains/alerts';
import { recurringNotices } from '@karat/domains/recurring';
import { stocksNotices } from '@karat/domains/stocks';
import { supportNotices } from '@karat/domains/support';
import { verificationNotices } from '@karat/domains/verification';
import { walletNotices } from '@karat/domains/wallet';
import { withdrawalsNotices } from '@karat/domains/withdrawals';

/** Texts of every notification in nine languages: a kind without a text does not compile. */
export const notices: NoticeTexts<NoticeKind> = {
  ...verificationNotices,
  ...supportNotices,
  ...contentNotices,
  ...contractsNotices,
  ...dualNotices,
  ...launchpadNotices,
  ...growthNotices,
  ...giftsNotices,
  ...loansNotices,
  ...operatorNotices,
  ...identityNotices,
  ...credentialsNotices,
  ...depositsNotices,
  ...fiatNotices,
  ...outflowNotices,
  ...walletNotices,
  ...withdrawalsNotices,
  ...stocksNotices,
  ...copytradeNotices,
  ...miningNotices,
  ...recurringNotices,
  ...alertsNotices,
  ...nftNotices,
  ...gamesNotices,
};
