/** Tables that are partitioned by month: the partitions of the months to come, and taking old ones away and putting them back. */
export { addMonths } from './months.ts';
export { PartitionRefused, attachPartition, detachPartition, listPartitions } from './store.ts';
export type { Partition } from './store.ts';
export { applyMonths, startMonths } from './work.ts';
