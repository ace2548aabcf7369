import { INTERNATIONAL_FIELDS, pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, CurrencyId, UserId } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import { networkNamed } from './address.ts';
import { readAllowList, switchAllowList } from './allow-list.ts';
import type { AllowList } from './allow-list.ts';
import { findCard, openFields, saveDomestic, saveInternational } from './cards.ts';
import { formLabels } from './forms.ts';
import type { ResolvedDeps } from './deps.ts';
import { maskCard } from './rules.ts';
import { deleteReceiver, readReceivers } from './receiver-store.ts';
import { nicknameOf, saveReceiver } from './receivers.ts';
import { saveAddress } from './save-address.ts';
import * as store from './store.ts';
import type { AddressRow, CardRow } from './store.ts';

type Calls = Handlers<Contract['payees']>;

const addressRow = (row: AddressRow, name: (id: CurrencyId) => string) => ({
  id: row.id,
  currency: row.currency,
  currency_name: name(row.currency),
  network: row.network,
  name: row.name,
  address: row.address,
  qrcode: row.address,
  usable_ms: row.usableAt,
  created_at: wireTime(row.createdAt),
  created_ms: row.createdAt,
});

const rulesReply = ({ coolingMs }: ResolvedDeps, { holds, endsAt }: AllowList) => ({
  allow_list: holds,
  ends_ms: endsAt,
  cooling_ms: coolingMs,
});

const addresses = (deps: ResolvedDeps) =>
  ({
    'user/wallet/save': async ({ caller, input }) => {
      const { id, usableAt } = await saveAddress(deps, { user: caller.userId, ...input });
      return { id, usable_ms: usableAt };
    },
    'user/wallet/list': async ({ caller, input }) => {
      const { db } = deps.ctx;
      const filter = {
        currency: input.currency,
        network: input.network === undefined ? undefined : networkNamed(input.network),
      };
      const { rows, total } = await store.readAddresses(db, caller.userId, filter, input);
      const codes = new Map((await deps.ledger.currencies(db)).map(({ id, code }) => [id, code]));
      const name = (id: CurrencyId): string => codes.get(id) ?? String(id);
      return pageReply(
        rows.map((row) => addressRow(row, name)),
        total,
        input.page,
        input.limit,
      );
    },
    'user/wallet/delete': async ({ caller, input }) => {
      const { db, clock } = deps.ctx;
      const gone = await store.deleteAddress(db, caller.userId, input.id, clock.now());
      return gone === 0 ? refuse('payee_unknown') : ('ok' as const);
    },
    'user/wallet/rules': async ({ caller }) =>
      rulesReply(deps, await readAllowList(deps, deps.ctx.db, caller.userId)),
    'user/wallet/allow_list': async ({ caller, input, tx }) => {
      const confirmation = { payPassword: input.pay_password, code: input.code };
      return rulesReply(deps, await switchAllowList(deps, tx, caller.userId, input.on, confirmation));
    },
  }) satisfies Partial<Calls>;

const receivers = (deps: ResolvedDeps) =>
  ({
    'user/receivers/save': async ({ caller, input }) => {
      const { id, usableAt, nickname } = await saveReceiver(deps, caller.userId, input);
      return { id, nickname, usable_ms: usableAt };
    },
    'user/receivers/list': async ({ caller, input }) => {
      const { rows, total } = await readReceivers(deps.ctx.db, caller.userId, input);
      const view = rows.map(async (row) => ({
        id: row.id,
        to: row.named,
        name: row.name,
        nickname: await nicknameOf(deps, row),
        usable_ms: row.usableAt,
        created_at: wireTime(row.createdAt),
        created_ms: row.createdAt,
      }));
      return pageReply(await Promise.all(view), total, input.page, input.limit);
    },
    'user/receivers/delete': async ({ caller, input }) => {
      const { db, clock } = deps.ctx;
      const gone = await deleteReceiver(db, caller.userId, input.id, clock.now());
      return gone === 0 ? refuse('payee_unknown') : ('ok' as const);
    },
  }) satisfies Partial<Calls>;

const DOMESTIC = [
  'real_name',
  'bank_name',
  'bank_account',
  'bank_branch',
  'bank_code',
  'iban',
  'bank_address',
] as const;
type DomesticFields = Record<(typeof DOMESTIC)[number], string>;

const pick = <F extends string>(fields: readonly F[], from: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(fields.map((field) => [field, from[field] ?? ''])) as Record<F, string>;

/** The fields of a card, unmasked only if its owner requested this card to edit it. */
const shownFields = (deps: ResolvedDeps, user: UserId, card: CardRow, whole: boolean) => {
  const fields = openFields(deps, user, card.sealed);
  return whole ? fields : maskCard(fields);
};

const cards = (deps: ResolvedDeps) =>
  ({
    'user/cash_save': async ({ caller, input }) => {
      const { id, ...proof } = input;
      const card: DomesticFields = pick(DOMESTIC, proof);
      return { id: await saveDomestic(deps, caller.userId, id, card) };
    },
    'user/cash_info': async ({ caller, input }) => {
      const card = await findCard(deps, caller.userId, 1, input.id);
      if (card === undefined) return null;
      const fields = shownFields(deps, caller.userId, card, input.id !== undefined);
      return { id: card.id, ...pick(DOMESTIC, fields) };
    },
    'user/cash_save_international': async ({ caller, input }) => ({
      id: await saveInternational(deps, caller.userId, input.id, input.data),
    }),
    'user/cash_info_international': async ({ caller, input, lang }) => {
      const forms = INTERNATIONAL_FIELDS.map((field) => formLabels[field][lang]);
      const card = await findCard(deps, caller.userId, 2, input.id);
      if (card === undefined) return { id: null, forms, data: INTERNATIONAL_FIELDS.map(() => '') };
      const fields = shownFields(deps, caller.userId, card, input.id !== undefined);
      return { id: card.id, forms, data: INTERNATIONAL_FIELDS.map((field) => fields[field] ?? '') };
    },
    'user/cash_list': async ({ caller, input }) =>
      (await store.readCards(deps.ctx.db, caller.userId, input.type)).map((card) => ({
        id: card.id,
        type: card.type,
        title: card.title,
        number: card.masked,
        real_name: openFields(deps, caller.userId, card.sealed)['real_name'] ?? '',
        created_at: wireTime(card.createdAt),
        created_ms: card.createdAt,
      })),
    'user/cash_delete': async ({ caller, input }) => {
      const { db, clock } = deps.ctx;
      const gone = await store.deleteCard(db, caller.userId, input.id, clock.now());
      return gone === 0 ? refuse('payee_unknown') : ('ok' as const);
    },
  }) satisfies Partial<Calls>;

export const payeesHandlers = (deps: ResolvedDeps): Calls => ({
  ...addresses(deps),
  ...receivers(deps),
  ...cards(deps),
});
