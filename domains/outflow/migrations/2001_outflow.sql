-- One row of each user who ever let money go: locked while a request is judged, so that limits hold however many come at once.
create table outflow_accounts (
  user_id bigint primary key,
  -- Until when the user's own lock keeps everything in; null where there never was one.
  protected_until timestamptz
);

-- The lock may be made longer and nothing else, by nobody: not by this server, not by hand.
create function outflow_keep_protection() returns trigger language plpgsql as $$
begin
  if old.protected_until is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or new.user_id <> old.user_id or new.protected_until is null
    or new.protected_until < old.protected_until then
    raise exception 'withdraw protection of user % cannot be shortened', old.user_id;
  end if;
  return new;
end $$;
create trigger outflow_accounts_protection before update or delete on outflow_accounts
  for each row execute function outflow_keep_protection();

-- What left an account or changed hands, or is about to: limits count it, and a first payment is known by it.
create table outflow_movements (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null check (kind in ('withdrawal', 'send')),
  -- The withdrawal's id; null where nothing comes back.
  reference bigint,
  -- `payee:` and the hash of an address or card, or `user:` and a UID.
  receiver text not null,
  currency_id int not null,
  number numeric(38, 10) not null check (number > 0),
  -- Worth at the request.
  usdt numeric(38, 10) not null check (usdt >= 0),
  btc numeric(38, 10) not null check (btc >= 0),
  -- Whether the user saw and accepted the warning of a first payment; null where it was none.
  first_payment_accepted boolean,
  at timestamptz not null,
  -- When it came back: it counts no more.
  released_at timestamptz
);
create index outflow_movements_of_user on outflow_movements (user_id, at);
create index outflow_movements_receiver on outflow_movements (user_id, receiver);
create unique index outflow_movements_reference on outflow_movements (kind, reference) where reference is not null;

-- What happened before this table: receivers that are known stay known, and a limit goes on counting. A payment to a user was
-- not valued in BTC before.
insert into outflow_movements (user_id, kind, reference, receiver, currency_id, number, usdt, btc, at, released_at)
select user_id, 'withdrawal', id, 'payee:' || encode(payee_hash, 'hex'), currency_id, number, usdt, btc, created_at,
  case when state in ('rejected', 'failed', 'cancelled') then finished_at end
from withdrawals_requests order by id;
insert into outflow_movements (user_id, kind, receiver, currency_id, number, usdt, btc, at)
select from_user_id, 'send', 'user:' || to_user_id, currency_id, number, worth, 0, at from wallet_sends order by id;

-- Locks of the two calls that are judged behind one lock now.
drop table withdrawals_accounts;
drop table wallet_senders;
