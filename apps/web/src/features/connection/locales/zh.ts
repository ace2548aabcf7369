import type en from './en.ts';

export default {
  title: '连接',
  own: '当前地址',
  line: '线路 {number}',
  measuring: '测量中',
  no_answer: '无响应',
  note: '数值越小越快。选择会立即用于行情、下单和其他所有功能。',
  only_one: '目前只有一条线路。响应时间反映您的连接速度。',
  again: '重新测量',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
