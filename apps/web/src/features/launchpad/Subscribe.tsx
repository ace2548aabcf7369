import { CandlestickChart, FileText, Globe, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { download } from '../../lib/download.ts';
import { onLine } from '../../lib/line.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Card,
  Cell,
  Fact,
  LinkCell,
  LinkIcon,
  Loaded,
  Missing,
  Num,
  Page,
  Rows,
} from '../../ui/index.ts';
import type { ProjectDetail } from './application.ts';
import { Progress, ProjectHead, TimeLeft } from './ProjectParts.tsx';
import { SubscribeForm } from './SubscribeForm.tsx';
import { launchpadText } from './text.ts';

/** Time to the next change of state. */
function Countdown({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  if (project.status !== 'open' && project.status !== 'warmup') return null;
  const [name, until] =
    project.status === 'open' ? [t('ends_in'), project.end_ms] : [t('starts_in'), project.start_ms];
  return (
    <p className="mt-4 flex items-baseline justify-between gap-3 rounded-md bg-gold-soft px-4 py-3 text-gold-ink">
      <span className="text-sm">{name}</span>
      <span className="text-lg font-semibold">
        <TimeLeft until={until} />
      </span>
    </p>
  );
}

function Head({ project }: { readonly project: ProjectDetail }) {
  return (
    <Card className="p-4">
      <ProjectHead project={project} large />
      <p className="mt-3 text-base whitespace-pre-line">{project.summary}</p>
      <Countdown project={project} />
      {project.status !== 'warmup' && (
        <div className="mt-4">
          <Progress project={project} />
        </div>
      )}
    </Card>
  );
}

function Terms({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  const unit = project.currency_name;
  const number = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <Card className="p-4">
      <h2 className="mb-2 text-sm text-muted">{t('terms')}</h2>
      <dl className="flex flex-col gap-2 text-base">
        {project.pay_currencies.map((pay) => (
          <Fact key={pay.currency_id} name={t('price_in', { currency: pay.currency_name })}>
            <Num value={pay.price} unit={pay.currency_name} />
          </Fact>
        ))}
        <Fact name={t('for_sale')}>
          <Num value={project.amount} unit={unit} />
        </Fact>
        <Fact name={t('applications')}>{number(String(project.orders))}</Fact>
        <Fact name={t('limits')}>
          {number(project.save_min)} / {number(project.user_max)} {unit}
        </Fact>
        <Fact name={t('period')}>{t('days', { count: project.day })}</Fact>
        <Fact name={t('starts')}>{formatTime(project.start_ms, locale)}</Fact>
        <Fact name={t('ends')}>{formatTime(project.end_ms, locale)}</Fact>
        {project.lock_day !== null && <Fact name={t('lock')}>{t('days', { count: project.lock_day })}</Fact>}
        <Fact name={t(project.listed_ms === null ? 'listing' : 'listed_on')}>
          {project.listed_ms === null && project.listing_ms === null
            ? t('to_be_announced')
            : formatTime(project.listed_ms ?? project.listing_ms ?? 0, locale)}
        </Fact>
        {project.market !== null && <Fact name={t('pair')}>{project.market.symbol}</Fact>}
      </dl>
    </Card>
  );
}

/** Opens the market of a listed token. */
function TradeLink({ market }: Pick<ProjectDetail, 'market'>) {
  const t = useText(launchpadText);
  if (market === null || market.match_id === null) return null;
  return (
    <Rows>
      <LinkCell
        icon={<CandlestickChart />}
        label={t('trade_pair', { symbol: market.symbol })}
        to="/pages/transaction/index"
        search={{ id: market.match_id }}
      />
    </Rows>
  );
}

/** The white paper as a document of this site, with the hash by which anyone can check their copy. */
function Paper({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const { paper } = project;
  if (paper === null) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    await download('project/paper', { project_id: project.id });
    setBusy(false);
  };
  const size = formatNumber(String(Math.ceil(paper.bytes / 1024)), { kind: 'full' }, locale);
  return (
    <Cell
      icon={<FileText />}
      label={t('white_paper')}
      hint={
        <>
          {t('paper_size', { size })}
          <code className="block break-all">{t('paper_hash', { hash: paper.sha256 })}</code>
        </>
      }
      value={
        <Button variant="plain" size="sm" busy={busy} onClick={() => void save()}>
          {t('download_pdf')}
        </Button>
      }
    />
  );
}

function Documents({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  const links: readonly { readonly icon: ReactNode; readonly label: string; readonly url: string | null }[] =
    [
      { icon: <FileText />, label: t('white_paper'), url: project.white_paper },
      { icon: <Globe />, label: t('website'), url: project.website },
    ];
  const given = links.filter(({ url }) => url !== null);
  if (given.length === 0 && project.paper === null) return null;
  return (
    <Rows title={t('documents')}>
      <Paper project={project} />
      {given.map(({ icon, label, url }) => (
        <LinkCell
          key={label}
          icon={icon}
          label={label}
          hint={url}
          to="/pages/common/webView"
          search={{ url: url ?? '', title: label }}
        />
      ))}
    </Rows>
  );
}

function Gallery({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  if (project.gallery.length === 0) return null;
  return (
    <section aria-label={t('gallery')}>
      <ul className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4">
        {project.gallery.map((address, index) => (
          <li key={address} className="w-[86%] shrink-0 snap-center only:w-full">
            <img
              src={onLine(address)}
              alt={t('picture', { number: index + 1 })}
              loading="lazy"
              className="aspect-video w-full rounded-lg bg-raised object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a project says when it cannot be applied for. */
function Closed({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  switch (project.status) {
    case 'open':
      return null;
    case 'warmup':
      return <Callout>{t('not_started')}</Callout>;
    case 'ended':
      return <Callout>{t('has_ended')}</Callout>;
    case 'listed':
      return <Callout>{t(project.kind === 'fund' ? 'fund_listed' : 'token_listed')}</Callout>;
    case 'cancelled':
      return <Callout intent="wait">{t('was_cancelled')}</Callout>;
  }
}

function Risk() {
  const t = useText(launchpadText);
  return <p className="px-1 text-xs text-muted">{t('risk')}</p>;
}

function OfProject({ id }: { readonly id: number }) {
  const project = useGet('project/detail', { project_id: id });
  return (
    <Loaded query={project}>
      {(shown) => (
        <div className="grid gap-4 wide:grid-cols-2 wide:items-start">
          <div className="flex min-w-0 flex-col gap-4">
            <Head project={shown} />
            <Gallery project={shown} />
            {shown.status === 'open' ? <SubscribeForm project={shown} /> : <Closed project={shown} />}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Terms project={shown} />
            <TradeLink market={shown.market} />
            <Documents project={shown} />
            <Risk />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** A project with its documents, its progress, and the form to apply. */
export default function Subscribe() {
  const t = useText(launchpadText);
  const id = useIdParam('id');
  return (
    <Page
      title={t('project')}
      back="/pages/ieo/ieo"
      right={
        <LinkIcon to="/pages/ieo/order" label={t('mine')}>
          <ReceiptText />
        </LinkIcon>
      }
    >
      {id === undefined ? <Missing /> : <OfProject id={id} />}
    </Page>
  );
}
