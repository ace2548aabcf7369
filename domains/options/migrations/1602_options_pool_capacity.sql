-- The capacity of each shard of the pool: what it may still owe.
alter table options_rooms rename to options_pool_capacity;
alter table options_pool_capacity rename column room to capacity;
