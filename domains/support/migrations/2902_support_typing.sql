-- Who is typing in a conversation, for every process. A mark lasts seconds, so it need not survive a crash.
create unlogged table support_typing (
  conversation_id bigint not null references support_conversations,
  side text not null check (side in ('customer', 'operator')),
  until_at timestamptz not null,
  primary key (conversation_id, side)
) with (fillfactor = 50);
