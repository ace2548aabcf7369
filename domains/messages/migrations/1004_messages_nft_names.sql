-- Notices of sales name the work: older ones, which know its code only, go on showing that.
update messages_notices set values = values || jsonb_build_object('name', values -> 'code')
where kind in ('nft:outbid', 'nft:won', 'nft:payment_due', 'nft:expired', 'nft:forfeited', 'nft:sold', 'nft:unsold')
  and not values ? 'name';
