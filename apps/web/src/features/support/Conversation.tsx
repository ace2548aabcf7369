import { useMemo, useState } from 'react';
import { useIdParam, useParam } from '../../lib/params.ts';
import { invalidate, useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Failed, Page, Skeleton } from '../../ui/index.ts';
import { Talk } from './Talk.tsx';
import { supportText } from './text.ts';
import { Ticket } from './Ticket.tsx';
import { userTransport, visitorTransport } from './transport.ts';
import { VisitorForm } from './VisitorForm.tsx';
import { keepVisitorAccess, readVisitorAccess } from './visitor.ts';

/** The open chat, or a new one; outside of the opening hours the form of a ticket. */
function CurrentChat() {
  const t = useText(supportText);
  const status = useGet('support/status', {});
  const current = useGet('support/conversation', {});
  // The conversation that begins here must not replace itself by a later answer of the list.
  const [first, setFirst] = useState<{ readonly id: number | undefined } | null>(null);
  if (first === null && current.data !== undefined && status.data) {
    const isOpen = current.data !== null && current.data.kind === 'chat' && current.data.state !== 'closed';
    if (isOpen) setFirst({ id: current.data?.id });
    else if (status.data.open) setFirst({ id: undefined });
  }
  const again = async (): Promise<void> => {
    await invalidate('support/conversation', 'support/status');
    setFirst(null);
  };
  const error = current.error ?? status.error;
  const retry = (): void => {
    void current.refetch();
    void status.refetch();
  };
  if (first) return <Talk transport={userTransport} id={first.id} onAgain={() => void again()} />;
  if (current.data !== undefined && status.data) return <Ticket isClosed opensMs={status.data.opens_ms} />;
  return (
    <Page title={t('title')} back="/pages/kefu/index">
      {error ? <Failed error={error} retry={retry} /> : <Skeleton className="h-40 rounded-lg" />}
    </Page>
  );
}

/** The conversation of a visitor; its e-mail address is proved first. */
function OfVisitor() {
  const [access, setAccess] = useState(readVisitorAccess);
  const transport = useMemo(() => (access ? visitorTransport(access.token) : null), [access]);
  const forget = (): void => {
    keepVisitorAccess(null);
    setAccess(null);
  };
  if (!access || !transport)
    return (
      <VisitorForm
        onStart={(started) => {
          keepVisitorAccess(started);
          setAccess(started);
        }}
      />
    );
  return <Talk transport={transport} id={access.id} onAgain={forget} onMissing={forget} />;
}

/** Customer service: a conversation, a new one, or a form. */
export default function Conversation() {
  const loggedIn = useSession((state) => state.token !== null);
  const id = useIdParam('id');
  const form = useParam('form');
  if (!loggedIn) return <OfVisitor />;
  if (form === 'ticket') return <Ticket />;
  return id === undefined ? <CurrentChat /> : <Talk transport={userTransport} id={id} />;
}
