import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Bot = ReplyOf<'console/bots'>[number];
const REFRESH_MS = 3_000;

function State({ bot: { paused, running } }: { bot: Bot }) {
  if (paused) return <Tag color="orange">paused</Tag>;
  return <Tag color={running ? 'green' : 'default'}>{running ? 'running' : 'stopped'}</Tag>;
}

/** The exchange's own bots, with a switch for each. */
export function Bots() {
  const bots = useCall('console/bots', {}, REFRESH_MS);
  return (
    <Page
      title="Bots"
      hint="Bots trade with house accounts in the public order book. Taker bots run with simulated prices only."
    >
      <Rows<Bot>
        read={bots}
        rows={bots.data}
        rowKey="name"
        empty="Bots are switched off by configuration"
        columns={[
          { title: 'Name', dataIndex: 'name' },
          { title: 'Role', dataIndex: 'role' },
          { title: 'Account', render: (_, bot) => <UserLink uid={bot.uid} /> },
          numberColumn('Open orders', (bot) => bot.open_orders),
          { title: 'State', render: (_, bot) => <State bot={bot} /> },
          actionsColumn((bot) => (
            <StopButton
              target="bot"
              subject={bot.name}
              name={bot.name}
              runs={!bot.paused}
              words={{ stop: 'Pause', resume: 'Resume' }}
            />
          )),
        ]}
      />
    </Page>
  );
}
