-- Gift codes: money of a sender that is held until somebody claims it with the code, or it returns. Only the hash of a code is stored.

create table gifts_codes (
  id bigint generated always as identity primary key,
  sender_id bigint not null,
  -- SHA-256 of the code; the app of the sender creates the code and does not send it.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  currency_id int not null,
  number numeric(38, 10) not null check (number > 0),
  note text not null check (char_length(note) <= 60),
  state text not null default 'open' check (state in ('open', 'claimed', 'cancelled', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  receiver_id bigint,
  -- The operator who cancelled it, and why; null if the sender did.
  cancelled_by text,
  cancel_reason text,
  check (expires_at between created_at + interval '24 hours' and created_at + interval '720 hours'),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'claimed') = (receiver_id is not null)),
  check (receiver_id <> sender_id),
  check (cancelled_by is null or state = 'cancelled'),
  check ((cancelled_by is null) = (cancel_reason is null))
) with (fillfactor = 80);
create index gifts_codes_sender on gifts_codes (sender_id, id desc);
create index gifts_codes_receiver on gifts_codes (receiver_id, id desc) where receiver_id is not null;
create index gifts_codes_due on gifts_codes (expires_at) where state = 'open';

-- Money and code of a gift never change, and an ended gift stays as it is.
create function gifts_keep_codes() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.sender_id <> old.sender_id or new.code_hash <> old.code_hash
    or new.currency_id <> old.currency_id or new.number <> old.number or new.expires_at <> old.expires_at then
    raise exception 'gift % has ended or would change', old.id;
  end if;
  return new;
end $$;
create trigger gifts_codes_keep before update on gifts_codes for each row execute function gifts_keep_codes();
