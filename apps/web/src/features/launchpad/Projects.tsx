import { ReceiptText, Rocket } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Empty, Figure, Link, LinkIcon, Loaded, Num, Page, Tabs } from '../../ui/index.ts';
import type { Project } from './application.ts';
import { Progress, ProjectHead, TimeLeft } from './ProjectParts.tsx';
import { launchpadText } from './text.ts';

/** Projects of one list. */
const SHOWN_MAX = 100;
const KINDS = ['all', 'token', 'fund'] as const;
type Kind = (typeof KINDS)[number];
const STATES = ['all', 'open', 'warmup', 'ended', 'listed'] as const;
type State = (typeof STATES)[number];

/** What happens next, and when. */
function Next({ project }: { readonly project: Project }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  switch (project.status) {
    case 'open':
      return (
        <Figure name={t('ends_in')} className="text-end">
          <TimeLeft until={project.end_ms} />
        </Figure>
      );
    case 'warmup':
      return (
        <Figure name={t('starts_in')} className="text-end">
          <TimeLeft until={project.start_ms} />
        </Figure>
      );
    case 'ended':
      return (
        <Figure name={t('listing')} className="text-end">
          {project.listing_ms === null ? t('to_be_announced') : formatDate(project.listing_ms, locale)}
        </Figure>
      );
    case 'listed':
      return (
        <Figure name={t('listed_on')} className="text-end">
          {project.listed_ms !== null && formatDate(project.listed_ms, locale)}
        </Figure>
      );
    case 'cancelled':
      return null;
  }
}

/** A project in the list; a tap opens it. */
function ProjectCard({ project }: { readonly project: Project }) {
  const t = useText(launchpadText);
  return (
    <Link
      to="/pages/ieo/subscribe"
      search={{ id: String(project.id) }}
      className="flex h-full flex-col gap-3 rounded-lg bg-surface p-4 active:bg-raised"
    >
      <ProjectHead project={project} />
      <p className="line-clamp-2 flex-1 text-sm text-muted">{project.summary}</p>
      <dl className="flex justify-between gap-3 text-base font-medium">
        <Figure name={t('price')}>
          <Num value={project.price} unit="USDT" />
        </Figure>
        <Next project={project} />
      </dl>
      {project.status !== 'warmup' && <Progress project={project} />}
    </Link>
  );
}

function ProjectList({ kind, state }: { readonly kind: Kind; readonly state: State }) {
  const t = useText(launchpadText);
  const projects = useGet('project', {
    ...(kind === 'all' ? {} : { kind }),
    ...(state === 'all' ? {} : { status: state }),
    limit: SHOWN_MAX,
  });
  return (
    <Loaded
      query={projects}
      isEmpty={({ total }) => total === 0}
      empty={<Empty icon={<Rocket />} text={t('no_projects')} next="earn" />}
    >
      {({ list: rows }) => (
        <ul className="grid gap-3 wide:grid-cols-2">
          {rows.map((project) => (
            <li key={project.id}>
              <ProjectCard project={project} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** Token launches and real-estate funds, by kind and state. */
export default function Projects() {
  const t = useText(launchpadText);
  const [kind, setKind] = useState<Kind>('all');
  const [state, setState] = useState<State>('all');
  return (
    <Page
      title={t('title')}
      back="/pages/financial/index"
      right={
        <LinkIcon to="/pages/ieo/order" label={t('mine')}>
          <ReceiptText />
        </LinkIcon>
      }
    >
      <Tabs
        label={t('kind')}
        variant="block"
        items={KINDS.map((id) => ({ id, label: t(id === 'all' ? 'all' : `${id}s`) }))}
        value={kind}
        onChange={setKind}
      />
      <Tabs
        label={t('state')}
        variant="chips"
        className="mt-3 mb-4"
        items={STATES.map((id) => ({ id, label: t(id) }))}
        value={state}
        onChange={setState}
      />
      <ProjectList key={`${kind} ${state}`} kind={kind} state={state} />
      <p className="mt-4 px-1 text-xs text-muted">{t('risk')}</p>
    </Page>
  );
}
