import { ShieldCheck } from 'lucide-react';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useFormState } from '../../lib/form-state.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, CopyFact, Field, Form, FormError, List, LinkCell, Loaded, Rows } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import { RarityBadge } from './TileCard.tsx';
import type { Series } from './tile.ts';

/** Odds with four decimals, as they are published. */
function useOdds(): (percent: string) => string {
  const locale = useLocale();
  return (percent) => formatNumber(percent, { kind: 'rate' }, locale);
}

function OddsBars({ series }: { readonly series: Series }) {
  const t = useText(nftText);
  const odds = useOdds();
  return (
    <ul className="flex flex-col gap-2">
      {series.odds_by_rarity.map((row) => (
        <li key={row.rarity} className="flex items-center gap-3">
          <span className="w-10">
            <RarityBadge rarity={row.rarity} />
          </span>
          <span className="h-2 flex-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
            <span
              className="block h-full origin-left rounded-full bg-gold"
              style={{ transform: `scaleX(${row.count / series.total})` }}
            />
          </span>
          <span className="min-w-18 text-end text-sm font-medium whitespace-nowrap tnum">
            {odds(row.odds)}
          </span>
          <span className="w-14 text-end text-xs text-muted tnum">{t('pieces', { count: row.count })}</span>
        </li>
      ))}
    </ul>
  );
}

function Contents({ series }: { readonly series: Series }) {
  const t = useText(nftText);
  const odds = useOdds();
  return (
    <List ground="card">
      {series.contents.map((work) => (
        <li key={work.artwork_id} className="flex min-h-18 items-center gap-3 py-2">
          <NftPicture image={work.image} size="row" className="size-14 shrink-0 rounded-sm" />
          <span className="min-w-0 flex-1">
            <span className="block text-base font-medium wrap-anywhere">{work.name}</span>
            <span className="flex items-center gap-2 text-xs text-muted">
              <RarityBadge rarity={work.rarity} />
              {t('drawn_of', { drawn: work.drawn, count: work.count })}
            </span>
          </span>
          <span className="text-base font-medium tnum">{odds(work.odds)}</span>
        </li>
      ))}
    </List>
  );
}

/** The own seed of draws to come. */
function SeedForm({ seed }: { readonly seed: string }) {
  const t = useText(nftText);
  const { form, check, at, action, error } = useFormState({ seed }, { nft_seed_invalid: 'seed' });
  const { value, onValue, errorFor } = at('seed');
  const saving = useAction('bind_box/setSeed', {
    ...action,
    invalidates: ['bind_box/getSeed'],
    onDone: () => toast(t('seed_saved'), 'good'),
  });
  const submit = (): void => {
    check();
    if (form.seed !== seed) saving.mutate({ seed: form.seed.trim() });
  };
  return (
    <Form className="gap-3" onSubmit={submit}>
      <Field
        label={t('your_seed')}
        value={value}
        onValue={onValue}
        maxLength={64}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errorFor(null)}
        hint={t('seed_hint')}
      />
      <FormError text={error} />
      <Button type="submit" variant="plain" busy={saving.isPending} disabled={value.trim() === seed}>
        {t('save_seed')}
      </Button>
    </Form>
  );
}

function OwnSeed() {
  const seed = useGet('bind_box/getSeed', {});
  return <Loaded query={seed}>{({ seed: current }) => <SeedForm key={current} seed={current} />}</Loaded>;
}

/** The commitment before the sale and the revealed seed after it. */
function Commitment({ series }: { readonly series: Series }) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <>
      <p className="text-sm text-muted">{t('commitment_text')}</p>
      <div className="rounded-lg bg-surface py-2">
        <CopyFact name={t('seed_hash')} value={series.seed_hash} />
        <CopyFact name={t('contents_hash')} value={series.contents_hash} />
        {series.server_seed !== null && <CopyFact name={t('server_seed')} value={series.server_seed} />}
      </div>
      <p className="text-xs text-muted">
        {series.revealed_ms === null
          ? t('not_revealed')
          : t('revealed_at', { time: formatTime(series.revealed_ms, locale) })}
      </p>
      <Rows>
        <LinkCell icon={<ShieldCheck />} label={t('verifier')} to="/pages/proofs/verify" />
      </Rows>
    </>
  );
}

/** What a series contains, the odds, and how its draws can be checked. */
export function SeriesContents({ series }: { readonly series: Series }) {
  const t = useText(nftText);
  const locale = useLocale();
  const loggedIn = useSession((state) => state.token !== null);
  const sold = series.total - series.left;
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-3 rounded-lg bg-surface p-4">
        <div className="h-1.5 overflow-hidden rounded-full bg-raised" aria-hidden="true">
          <div
            className="h-full origin-left bg-gold"
            style={{ transform: `scaleX(${sold / series.total})` }}
          />
        </div>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span className="tnum">
            {t('left_of', {
              left: series.left.toLocaleString(locale),
              all: series.total.toLocaleString(locale),
            })}
          </span>
          <span className="tnum">{t('your_boxes', { bought: series.bought, max: series.user_max })}</span>
        </p>
        <h3 className="text-base font-semibold">{t('odds')}</h3>
        <OddsBars series={series} />
        <p className="text-xs text-muted">{t('odds_text')}</p>
      </section>
      <Contents series={series} />
      <h3 className="-mb-2 text-base font-semibold">{t('fair_draw')}</h3>
      <Commitment series={series} />
      {loggedIn && <OwnSeed />}
    </div>
  );
}
