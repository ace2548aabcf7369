import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { deeds, figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Bot = ReplyOf<'console/bots'>[number];
const REFRESH_MS = 3_000;

function State({ of: { paused, running } }: { of: Bot }) {
  if (paused) return <Tag color="orange">paused</Tag>;
  return <Tag color={running ? 'green' : 'default'}>{running ? 'running' : 'stopped'}</Tag>;
}

/** Pauses or resumes a bot; one person may, and says why. */
function Switch({ bot: { name, paused }, close }: { bot: Bot; close: () => void }) {
  const word = paused ? 'Resume' : 'Pause';
  return (
    <AskForApproval
      title={`${word} ${name}`}
      button={word}
      said={paused ? `${name} trades again.` : `${name} is paused.`}
      close={close}
      send={({ reason }) => api.post('console/bot_pause', { name, paused: !paused, reason })}
    />
  );
}

/** The house's own traders: what they are, and a switch for each. */
export function Bots() {
  const bots = useCall('console/bots', {}, REFRESH_MS);
  const may = useMay();
  const [turning, setTurning] = useState<Bot | null>(null);
  return (
    <Page
      title="Bots"
      hint="They trade with accounts of the house in the same book as everybody; takers only with simulated prices."
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
          figures('Open orders', (bot) => bot.open_orders),
          { title: 'State', render: (_, bot) => <State of={bot} /> },
          deeds(
            (bot) =>
              may('console/bot_pause') && (
                <Button size="small" onClick={() => setTurning(bot)}>
                  {bot.paused ? 'Resume' : 'Pause'}
                </Button>
              ),
          ),
        ]}
      />
      {turning && <Switch bot={turning} close={() => setTurning(null)} />}
    </Page>
  );
}
