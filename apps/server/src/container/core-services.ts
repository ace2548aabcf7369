import { join } from 'node:path';
import { createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { append } from '@karat/platform/audit';
import type { AuditHeads } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import {
  createPasswords,
  keepCanaries,
  createSessionTokens,
  openKeyRing,
  openLastingSecret,
  openSecret,
} from '@karat/platform/crypto';
import type { HashKeySource, KeyRing, Passwords, SecretSource, SessionTokens } from '@karat/platform/crypto';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { createMail } from '@karat/platform/mail';
import type { Mail } from '@karat/platform/mail';
import { createPush } from '@karat/platform/push';
import type { Push } from '@karat/platform/push';
import { createSms } from '@karat/platform/sms';
import type { Sms } from '@karat/platform/sms';
import { openAuditHeads } from '../audit-heads.ts';
import type { Config } from '../config.ts';
import { secretSources } from '../secret-sources.ts';

/** Secrets of public tags of NFT owners, of nicknames of unknown users, and of the payment provider of a demonstration. */
interface LastingSecrets {
  readonly ownerTags: Buffer;
  readonly nicknames: Buffer;
  readonly paymentSimulator: Buffer;
}

/** Services that every part needs. */
export interface CoreServices {
  readonly config: Config;
  readonly ctx: Context;
  readonly platform: {
    readonly passwords: Passwords;
    readonly tokens: SessionTokens;
    readonly files: Files;
    readonly mail: Mail;
    readonly sms: Sms;
    /** Undefined without a key: nothing is pushed. */
    readonly push: Push | undefined;
    /** Signs the end of the audit log; started by the process with the engine. */
    readonly auditHeads: AuditHeads;
  };
  /** Keys of keyed hashes and sealed texts. */
  readonly keys: KeyRing;
  /** Secrets of values that do not change with the hash key. */
  readonly lasting: LastingSecrets;
  /** Source of the key from which every signer is derived. */
  readonly signing: Omit<SecretSource, 'demo' | 'random'>;
  readonly ledger: Ledger;
}

/** Opens Web Push with its key from the environment, in a demonstration from the key store; production without a key pushes nothing. */
async function openPush({ dataDir, demo, push, secrets }: Config, ctx: Context): Promise<Push | undefined> {
  if (!demo && secrets.push === undefined) return undefined;
  const secret = await openSecret({
    ...{ name: 'push', configured: secrets.push, variable: 'KARAT_PUSH_KEY', demo, random: ctx.random },
    directory: join(dataDir, 'keys'),
  });
  return createPush(ctx, { ...push, secret });
}

/** Opens the hash keys. Keys that servers start without from now on are written to the audit log. */
async function openHashKeys(ctx: Context, source: HashKeySource): Promise<KeyRing> {
  const at = ctx.clock.now();
  const { ring, retired } = await openKeyRing(ctx.db, { ...source, random: ctx.random }, at);
  for (const id of retired)
    await ctx.db.transact((tx) =>
      append(tx, { actor: 'system', action: 'retire hash key', subject: `key:${id}`, detail: {}, at }),
    );
  return ring;
}

/** Opens the keys and the platform services. */
export async function createCoreServices(config: Config, ctx: Context): Promise<CoreServices> {
  const { hash, signing } = secretSources(config);
  const keys = await openHashKeys(ctx, hash);
  const signingSecret = await openSecret({ ...signing, random: ctx.random });
  await keepCanaries(ctx.db, [{ name: signing.name, secret: signingSecret }], ctx.clock.now());
  const lasting = (name: string) => openLastingSecret(ctx.db, keys, ctx.random, name);
  const platform = {
    passwords: createPasswords(),
    tokens: createSessionTokens(keys, ctx.random),
    files: createFiles(ctx, { directory: join(config.dataDir, 'files') }),
    mail: createMail(ctx, config.mail),
    sms: createSms(ctx, config.sms),
    push: await openPush(config, ctx),
    auditHeads: await openAuditHeads(config, ctx, signing),
  };
  return {
    ...{ config, ctx, platform, keys, signing, ledger: createLedger(ctx) },
    lasting: {
      ownerTags: await lasting('nft-owner-tags'),
      nicknames: await lasting('nicknames of unknown users'),
      paymentSimulator: await lasting('payment simulator'),
    },
  };
}
