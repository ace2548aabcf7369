import { COPY_SIZE } from '@karat/contract';
import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Avatar, Badge, Button, Dialog, Fact, Figure, Folded, Num } from '../../ui/index.ts';
import type { FollowRow } from './follow-form.ts';
import { StopSheet } from './StopSheet.tsx';
import { copytradeText } from './text.ts';

const money = { form: 'fixed', decimals: 2, unit: 'USDT' } as const;

/** Pauses copying a trader after a confirmation, or resumes it. */
function Pause({ row }: { readonly row: FollowRow }) {
  const t = useText(copytradeText);
  const question = useQuestion();
  const pause = useAction('follow/pause', {
    ...question.action,
    invalidates: ['follow/my'],
    onDone: () => {
      toast(t(row.paused ? 'resumed_now' : 'paused_now'));
      question.close();
    },
  });
  const name = t(row.paused ? 'resume' : 'pause');
  return (
    <>
      <Button variant="plain" onClick={question.ask}>
        {name}
      </Button>
      <Dialog
        {...question.dialog}
        title={name}
        confirm={name}
        busy={pause.isPending}
        onConfirm={() => pause.mutate({ follow_id: row.id, paused: row.paused ? '0' : '1' })}
      >
        {t(row.paused ? 'resume_hint' : 'pause_hint')}
      </Dialog>
    </>
  );
}

/** Result of a follow before and after the trader's share. */
function Results({ row }: { readonly row: FollowRow }) {
  const t = useText(copytradeText);
  return (
    <>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-base font-medium">
        <Figure name={t('net_profit')}>
          <Num value={row.net_profit} {...money} form="result" signed intent="auto" />
        </Figure>
        <Figure name={t('margin')}>
          <Num value={row.margin} {...money} form="cost" />
        </Figure>
        <Figure name={t('open_copies')}>{row.open_copies}</Figure>
      </dl>
      <Folded title={t('details')} className="mt-2">
        <dl className="flex flex-col gap-1 pb-2">
          <Fact name={t('result')}>
            <Num value={row.profit} {...money} form="result" signed intent="auto" />
          </Fact>
          <Fact name={t('open_profit')}>
            <Num value={row.unrealised} {...money} form="result" signed intent="auto" />
          </Fact>
          <Fact name={t('shared')}>
            <Num value={row.shared} {...money} />
          </Fact>
          <Fact name={t('share_due')}>
            <Num value={row.share_due} {...money} />
          </Fact>
        </dl>
      </Folded>
    </>
  );
}

function StateOf({ row }: { readonly row: FollowRow }) {
  const t = useText(copytradeText);
  if (!row.active) return <Badge>{t(`ended_${row.ended ?? 'user'}`)}</Badge>;
  return <Badge intent={row.paused ? 'gold' : 'good'}>{t(row.paused ? 'paused' : 'following')}</Badge>;
}

/** A present or former follow with its result, and what can be done with it. */
export function FollowCard({ row }: { readonly row: FollowRow }) {
  const t = useText(copytradeText);
  const [stopping, setStopping] = useState(false);
  return (
    <li className="rounded-lg bg-surface p-4">
      <div className="flex items-center gap-3">
        <Avatar src={row.head_portrait} name={row.nickname} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-medium wrap-anywhere">{row.nickname}</span>
          <span className="block text-xs text-muted">
            {t(row.type === COPY_SIZE.multiple ? 'by_multiple' : 'by_lots')} · <Num value={row.number} />
          </span>
        </span>
        <StateOf row={row} />
      </div>
      <Results row={row} />
      {(row.active || row.open_copies > 0) && (
        <div className="mt-1 flex gap-3 *:flex-1">
          {row.active && <Pause row={row} />}
          {row.active && (
            <Button
              variant="plain"
              onClick={() => go.push('/pages/follow/follow', { id: String(row.trader_user_id) })}
            >
              {t('change')}
            </Button>
          )}
          <Button variant="danger" onClick={() => setStopping(true)}>
            {t('stop')}
          </Button>
        </div>
      )}
      {stopping && <StopSheet row={row} onClose={() => setStopping(false)} />}
    </li>
  );
}
