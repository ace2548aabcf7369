import { Page, Part } from '../../ui/Page.tsx';
import { SweepList } from './SweepList.tsx';
import { SweepNetworks } from './SweepNetworks.tsx';

/** Sweeps of deposit addresses to the payout address. */
export function Sweeps() {
  return (
    <Page
      title="Sweeps"
      hint="Deposits on chains with accounts lie at an address of each user. Sweeps move them to the payout address; balances of users do not change. Halted payouts halt sweeps too."
    >
      <SweepNetworks />
      <Part title="Sweeps, newest first">
        <SweepList />
      </Part>
    </Page>
  );
}
