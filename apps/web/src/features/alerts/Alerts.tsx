import { BellPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useIdParam, useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, IconButton, List, Loaded, Page } from '../../ui/index.ts';
import { AlertRow } from './AlertRow.tsx';
import { AlertSheet } from './AlertSheet.tsx';
import { NewAlert } from './NewAlert.tsx';
import { alertsText } from './text.ts';

const isDecimal = (text: string): boolean => /^[0-9]{1,12}(\.[0-9]{1,10})?$/.test(text);

/** The own price alerts; with a market in the address, and perhaps a price, it begins with a new one for that market. */
export default function Alerts() {
  const t = useText(alertsText);
  const market = useIdParam('id');
  const price = useParam('price');
  const [isAdding, setAdding] = useState(market !== undefined);
  const [opened, setOpened] = useState<number>();
  const alerts = useGet('alert/list', {});
  const alert = alerts.data?.data.find(({ id }) => id === opened);
  return (
    <Page
      title={t('title')}
      right={
        <IconButton label={t('new')} onClick={() => setAdding(true)}>
          <Plus />
        </IconButton>
      }
    >
      <Loaded query={alerts}>
        {({ data, count, max }) =>
          data.length === 0 ? (
            <Empty
              icon={<BellPlus />}
              text={t('none')}
              action={<Button onClick={() => setAdding(true)}>{t('new')}</Button>}
            />
          ) : (
            <>
              <List ground="card">
                {data.map((each) => (
                  <AlertRow key={each.id} alert={each} onOpen={() => setOpened(each.id)} />
                ))}
              </List>
              <p className="mt-3 px-1 text-xs text-muted">
                {t('count', { count, max })} {t('by_index')}
              </p>
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <NewAlert
          first={market}
          target={price !== undefined && isDecimal(price) ? price : undefined}
          onClose={() => setAdding(false)}
        />
      )}
      {alert && <AlertSheet key={alert.id} alert={alert} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
