-- Few users have a VIP level; every process reads all of them.
create index identity_users_vip on identity_users (id) where vip_level > 0;
