import { PackageOpen, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { FLAG } from '@karat/contract';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, CopyFact, FormError, LinkButton, Loaded, Missing, Page, Skeleton } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { BoxPicture, Opening } from './Opening.tsx';
import { nftText } from './text.ts';
import { RarityBadge } from './TileCard.tsx';
import { screenOf } from './tile.ts';
import type { Detail, Tile } from './tile.ts';

type Draw = ReplyOf<'bind_box/getDraw'>;

/** Everything that is needed to check the draw. */
function Proof({ draw }: { readonly draw: Draw }) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t('fair_draw')}</h2>
      <p className="text-sm text-muted">{t('draw_text')}</p>
      <div className="rounded-lg bg-surface py-2">
        <CopyFact name={t('draw_numbers')} value={`${draw.buyer_seed}:${draw.box}:${draw.nonce}`} />
        <CopyFact name={t('seed_hash')} value={draw.seed_hash} />
        <CopyFact name={t('contents_hash')} value={draw.contents_hash} />
        {draw.server_seed !== null && <CopyFact name={t('server_seed')} value={draw.server_seed} />}
      </div>
      {draw.receipt === null ? (
        <p className="text-xs text-muted">{t('revealed_by', { time: formatTime(draw.reveal_ms, locale) })}</p>
      ) : (
        <LinkButton variant="plain" size="lg" wide to="/pages/proofs/verify" search={{ hash: draw.receipt }}>
          <ShieldCheck className="size-5 text-gold-ink" aria-hidden="true" />
          {t('check_draw')}
        </LinkButton>
      )}
    </section>
  );
}

/** The work that was in the box. */
function Won({ work }: { readonly work: Tile }) {
  const t = useText(nftText);
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <NftPicture
        image={work.image}
        alt={work.name}
        size="full"
        eager
        className="aspect-square w-full max-w-[340px] rounded-lg"
      />
      <div>
        {work.rarity && <RarityBadge rarity={work.rarity} />}
        <p className="mt-1 text-xl font-semibold wrap-anywhere">{work.name}</p>
        <p className="text-sm text-muted">{work.artist.name}</p>
      </div>
      <div className="grid w-full grid-cols-2 gap-3">
        <LinkButton variant="plain" size="lg" {...screenOf(work)}>
          {t('see_work')}
        </LinkButton>
        <LinkButton size="lg" to="/pages/nft/mine">
          {t('mine')}
        </LinkButton>
      </div>
    </div>
  );
}

/** A box that is opened here: the animation runs while the server answers, and ends with the work. */
function Closed({ code, detail }: { readonly code: string; readonly detail: Detail }) {
  const t = useText(nftText);
  const refusal = useRefusal();
  const opening = useAction('bind_box/openBlindBox', {
    ...refusal.action,
    invalidates: ['bind_box/getMyNFTs', 'bind_box/getBoxList'],
  });
  const [shown, setShown] = useState(false);
  const work = opening.data?.work ?? null;
  if (work !== null && shown)
    return (
      <div className="flex flex-col gap-6">
        <Won work={work} />
        {opening.data && <Proof draw={opening.data} />}
      </div>
    );
  if (opening.isPending || work !== null)
    return <Opening image={detail.tile.image} work={work} onEnd={() => setShown(true)} />;
  return (
    <div className="flex flex-1 flex-col items-center gap-5 text-center">
      <BoxPicture image={detail.tile.image} className="mt-6" />
      <p className="text-xl font-semibold wrap-anywhere">{detail.tile.name}</p>
      <p className="max-w-[320px] text-sm text-balance text-muted">{t('open_text')}</p>
      <div className="mt-auto flex w-full flex-col gap-3">
        <FormError text={refusal.text} />
        <Button size="lg" wide onClick={() => opening.mutate({ code })}>
          <PackageOpen className="size-5" aria-hidden="true" />
          {t('open_box')}
        </Button>
      </div>
    </div>
  );
}

function OfBox({ code }: { readonly code: string }) {
  const draw = useGet('bind_box/getDraw', { code }, { freshMs: Infinity });
  const detail = useGet('bind_box/getBoxDetail', { code }, { freshMs: Infinity });
  const waiting = <Skeleton className="mx-auto mt-6 aspect-square w-full max-w-[320px]" />;
  return (
    <Loaded query={draw} skeleton={waiting}>
      {(known) =>
        known.opened === FLAG.yes && known.work !== null ? (
          <div className="flex flex-col gap-6">
            <Won work={known.work} />
            <Proof draw={known} />
          </div>
        ) : (
          <Loaded query={detail} skeleton={waiting}>
            {(box) => <Closed code={code} detail={box} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

/** An own box: closed with a button that opens it, or its work with the proof of the draw. */
export default function Box() {
  const t = useText(nftText);
  const code = useParam('code');
  return (
    <Page title={t('box')} back="/pages/nft/mine">
      {code === undefined ? <Missing /> : <OfBox code={code} />}
    </Page>
  );
}
