import { Typography } from 'antd';
import { moment } from '../lib/format.ts';

/** The time of the figures of a part. */
export const Time = ({ ms }: { ms: number }) => (
  <Typography.Text type="secondary" className="figure">
    {moment(ms)} UTC
  </Typography.Text>
);
