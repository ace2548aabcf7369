import { CalendarClock, Plus } from 'lucide-react';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, LinkButton, LinkIcon, List, LoadedPages, Page } from '../../ui/index.ts';
import { PlanRow } from './PlanRow.tsx';
import { recurringText } from './text.ts';

/** The own plans, those that have not ended first. */
export default function Plans() {
  const t = useText(recurringText);
  const plans = usePages('get', 'recurring/list', {});
  return (
    <Page
      title={t('title')}
      back="/pages/financial/index"
      right={
        <LinkIcon to="/pages/recurring/create" label={t('new_plan')}>
          <Plus />
        </LinkIcon>
      }
    >
      <LoadedPages
        query={plans}
        empty={
          <Empty
            icon={<CalendarClock />}
            text={t('no_plans')}
            action={<LinkButton to="/pages/recurring/create">{t('new_plan')}</LinkButton>}
          />
        }
      >
        {(rows) => (
          <List ground="card">
            {rows.map((plan) => (
              <PlanRow key={plan.id} plan={plan} />
            ))}
          </List>
        )}
      </LoadedPages>
    </Page>
  );
}
