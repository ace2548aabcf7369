import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { keepPushes, readPushState, subscribeToPushes, unsubscribeFromPushes } from '../../lib/push.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Cell, Rows, Switch } from '../../ui/index.ts';
import { messagesText } from './text.ts';

/** Switches pushes on and off for this device. The browser asks for permission only after the switch is turned on. */
function useDevicePush() {
  const t = useText(messagesText);
  const config = useGet('push/config', {}, { freshMs: Infinity });
  const state = useQuery({ queryKey: ['push state'], queryFn: readPushState, staleTime: 0 }, queryClient);
  const [isBusy, setBusy] = useState(false);
  const subscribe = useAction('push/subscribe');
  const unsubscribe = useAction('push/unsubscribe');
  const publicKey = config.data?.public_key;
  const turnOn = async (): Promise<void> => {
    const subscription = publicKey && (await subscribeToPushes(publicKey));
    if (!subscription) return;
    await subscribe.mutateAsync(subscription);
    keepPushes();
  };
  const turnOff = async (): Promise<void> => {
    const endpoint = await unsubscribeFromPushes();
    if (endpoint !== undefined) await unsubscribe.mutateAsync({ endpoint });
  };
  return {
    state: publicKey === null ? 'unsupported' : state.data,
    isBusy,
    turn: (on: boolean): void => {
      setBusy(true);
      (on ? turnOn() : turnOff())
        .catch(() => toast(t('push_failed'), 'bad'))
        .then(() => state.refetch())
        .finally(() => setBusy(false))
        .catch(() => undefined);
    },
  } as const;
}

/** Whether this device receives pushes. */
export function DevicePush() {
  const t = useText(messagesText);
  const { state, isBusy, turn } = useDevicePush();
  if (state === undefined) return null;
  const label = t('push_here');
  return (
    <Rows>
      {state === 'unsupported' || state === 'blocked' ? (
        <Cell label={label} hint={t(`push_${state}`)} />
      ) : (
        <Switch
          label={label}
          hint={t('push_hint')}
          on={isBusy ? state === 'off' : state === 'on'}
          onSwitch={(on) => {
            if (!isBusy) turn(on);
          }}
        />
      )}
    </Rows>
  );
}
