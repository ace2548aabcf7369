import { Alert, Form, Input, Select, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Loaded } from '../../ui/Rows.tsx';
import { boxesOf, contentsOf } from './contents.ts';
import type { Counts } from './contents.ts';
import type { Artwork } from './words.ts';

interface Values {
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly currency_id: string;
  readonly price: string;
  readonly user_max: string;
  readonly start: string;
  readonly end: string;
  readonly counts?: Counts;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ARTWORKS_MAX = 100;
const UID = /^[1-9]\d{0,15}$/;
const CURRENCIES = [
  { value: '3', label: 'USDT' },
  { value: '2', label: 'ETH' },
  { value: '1', label: 'BTC' },
] as const;

const decimal = (value: string): string | undefined =>
  /^\d{1,18}(\.\d{1,10})?$/.test(value) && Number(value) > 0 ? undefined : 'A decimal number above zero';
const whole = (value: string): string | undefined =>
  /^[1-9]\d{0,5}$/.test(value) ? undefined : 'A whole number above zero';

const rule = (wrong: (value: string) => string | undefined) => ({
  validator: async (_: unknown, value: unknown) => {
    const said = wrong(typeof value === 'string' ? value : '');
    if (said !== undefined) throw new Error(said);
  },
});

/** How many boxes of the series hold each artwork of the artist. */
function Contents({ uid }: { uid: string }) {
  const counts = Form.useWatch<Counts | undefined>('counts') ?? {};
  const artworks = useCall('console/nft_artworks', { uid, state: 'approved', limit: ARTWORKS_MAX });
  const total = boxesOf(counts);
  const fieldOf = ({ id, name, rarity, editions }: Artwork) => (
    <Form.Item
      key={id}
      name={['counts', String(id)]}
      label={`${name} (${rarity}), ${editions} editions`}
      rules={[rule((value) => (value === '' || value === '0' ? undefined : whole(value)))]}
    >
      <Input inputMode="numeric" maxLength={6} suffix={`of ${total}`} />
    </Form.Item>
  );
  return (
    <Loaded read={artworks}>
      {({ data }) =>
        data.length === 0 ? (
          <Alert type="info" title="This artist has no approved artwork." style={{ marginBottom: 16 }} />
        ) : (
          <>
            <Typography.Paragraph type="secondary">
              Number of boxes that hold each artwork. Editions that were sold or listed cannot go into boxes.
            </Typography.Paragraph>
            {data.map(fieldOf)}
          </>
        )
      }
    </Loaded>
  );
}

/** Fields of the sale. */
function Terms() {
  return (
    <>
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, min: 2 }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="description"
        label="Description"
        rules={[{ required: true, whitespace: true, message: 'A text is needed' }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} />
      </Form.Item>
      <Form.Item name="currency_id" label="Currency">
        <Select options={[...CURRENCIES]} />
      </Form.Item>
      <Form.Item name="price" label="Price of a box" rules={[rule(decimal)]}>
        <Input inputMode="decimal" maxLength={29} />
      </Form.Item>
      <Form.Item name="user_max" label="Boxes per user" rules={[rule(whole)]}>
        <Input inputMode="numeric" maxLength={6} />
      </Form.Item>
      <Form.Item name="start" label="Sale starts, UTC" rules={[rule(wrongMoment)]}>
        <Input />
      </Form.Item>
      <Form.Item name="end" label="Sale ends, UTC" rules={[rule(wrongMoment)]}>
        <Input />
      </Form.Item>
    </>
  );
}

/** The artist, and what is known of the artist's artworks once the UID is complete. */
function ArtistAndContents() {
  const uid = Form.useWatch<string | undefined>('uid') ?? '';
  return (
    <>
      <Form.Item
        name="uid"
        label="UID of the artist"
        rules={[rule((value) => (UID.test(value) ? undefined : 'A UID'))]}
      >
        <Input inputMode="numeric" maxLength={16} />
      </Form.Item>
      {UID.test(uid) && <Contents key={uid} uid={uid} />}
    </>
  );
}

async function send({ start, end, counts = {}, ...values }: Values & { readonly reason: string }) {
  const contents = contentsOf(counts);
  if (contents === '') throw new Error('Put at least one artwork into boxes.');
  return api.post('console/nft_new_series', {
    ...values,
    contents,
    start_ms: momentOf(start),
    end_ms: momentOf(end),
  });
}

/** Requests a series of blind boxes; a second operator approves. */
export function NewSeries({ close }: { close: () => void }) {
  const [now] = useState(Date.now);
  return (
    <AskForApproval<Values>
      title="New series"
      hint="A second operator approves. Contents and odds are committed with the hash of a new seed and never change."
      initial={{
        currency_id: '3',
        user_max: '5',
        start: momentText(now + HOUR_MS),
        end: momentText(now + 7 * DAY_MS),
      }}
      about={{
        nft_artist_unknown: 'uid',
        nft_currency: 'currency_id',
        amount_too_precise: 'price',
        nft_time_invalid: 'end',
      }}
      close={close}
      send={send}
    >
      <ArtistAndContents />
      <Terms />
    </AskForApproval>
  );
}
