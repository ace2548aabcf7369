import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@karat/contract';
import { App, Button, Input, Table, Tag } from 'antd';
import { useRef } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';

type Bot = ReplyOf<'console/bots'>[number];
const REFRESH_MS = 3_000;

/** The house's own traders: what they are, and a switch for each. */
export function Bots() {
  const bots = useCall('console/bots', {}, REFRESH_MS);
  const me = useCall('console/me', {});
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const reason = useRef('');
  const pause = useMutation({
    mutationFn: (sent: { name: string; paused: boolean; reason: string }) =>
      api.post('console/bot_pause', sent),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['console/bots'] }),
  });
  const maySwitch = me.data?.role === 'risk' || me.data?.role === 'admin';
  const ask = (bot: Bot): void => {
    reason.current = '';
    modal.confirm({
      title: `${bot.paused ? 'Resume' : 'Pause'} ${bot.name}?`,
      content: (
        <Input
          aria-label="Reason"
          placeholder="Reason"
          maxLength={500}
          onChange={(event) => (reason.current = event.target.value)}
        />
      ),
      onOk: () =>
        pause
          .mutateAsync({ name: bot.name, paused: !bot.paused, reason: reason.current })
          .catch(() => undefined),
    });
  };
  return (
    <Page
      title="Bots"
      hint="They trade with accounts of the house in the same book as everybody; takers only with simulated prices."
    >
      <Failure error={bots.error ?? pause.error} retry={() => void bots.refetch()} />
      <Table<Bot>
        rowKey="name"
        size="small"
        loading={bots.isLoading}
        dataSource={bots.data ?? []}
        pagination={false}
        locale={{ emptyText: 'Bots are switched off by configuration' }}
        columns={[
          { title: 'Name', dataIndex: 'name' },
          { title: 'Role', dataIndex: 'role' },
          { title: 'Account', dataIndex: 'uid' },
          { title: 'Open orders', dataIndex: 'open_orders', align: 'right' },
          {
            title: 'State',
            render: (_, bot) => (
              <Tag color={bot.paused ? 'orange' : bot.running ? 'green' : 'default'}>
                {bot.paused ? 'paused' : bot.running ? 'running' : 'stopped'}
              </Tag>
            ),
          },
          {
            title: '',
            render: (_, bot) =>
              maySwitch && <Button onClick={() => ask(bot)}>{bot.paused ? 'Resume' : 'Pause'}</Button>,
          },
        ]}
      />
    </Page>
  );
}
