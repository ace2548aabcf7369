-- Mails and messages that wait for their provider. A row goes away as soon as it was handed over or has expired, since
-- its text may carry a code.
create table platform_outgoing (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  receiver text not null,
  lang text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index platform_outgoing_expiry on platform_outgoing (expires_at);

-- What would have been sent, where no provider is configured. Only in demo mode.
create table platform_dev_outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  receiver text not null,
  lang text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
