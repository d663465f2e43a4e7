import { Injectable } from '@nestjs/common';
import { readJson } from '#core/json/read.js';
import type { OwnLimits } from '#core/limits/own-limits.js';
import type { Grant, Permission } from '#core/policy/grant.js';
import { appendAudit, type AuditEntry } from '../database/audit-trail.js';
import { arrayLiteral } from '../database/array-literal.js';
import { Database } from '../database/database.js';
import type { ApiKey } from '../database/generated/client.js';
import { InBatches } from '../database/in-batches.js';
import type { Tx } from '../database/transaction.js';
import type { Caller, CallerKind } from './caller.js';

/** A grant's scopes as they are stored: what was left out stays out. With them limits of the key's own. */
type Scopes = Omit<Grant, 'permissions'> & { readonly rate_limits?: OwnLimits };

export interface StoredKey {
  readonly id: string;
  readonly tokenHash: string;
  readonly caller: Caller;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewKey {
  readonly id: string;
  readonly tokenHash: string;
  readonly subject: string;
  readonly kind: CallerKind;
  readonly grant: Grant;
  readonly rateLimits?: OwnLimits;
  readonly createdBy: string;
  readonly expiresAt?: Date;
}

const KEYS = {
  name: 'qm_api_keys',
  text: `SELECT row_to_json(found) FROM unnest($1::text[]) AS asked(id)
    CROSS JOIN LATERAL api_key_of(asked.id) AS found`,
};

@Injectable()
export class KeyRepository {
  private readonly asked = new InBatches<string, StoredKey | null>((ids) => this.findEach(ids), {
    most: 64,
    atOnce: 2,
  });

  constructor(private readonly database: Database) {}

  /** As it is at some moment after the call. */
  find(id: string): Promise<StoredKey | null> {
    return this.asked.ask(id);
  }

  private async findEach(ids: readonly string[]): Promise<(StoredKey | null)[]> {
    // Whoever asks is nobody yet.
    const rows = await this.database.readUnsighted({
      statement: KEYS,
      values: [arrayLiteral([...new Set(ids)])],
    });
    const found = rows.map(([text]) => storedKeyOf(keyRow(text ?? '')));
    const byId = new Map(found.map((key) => [key.id, key]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** A key that is known to be there, as this transaction sees it. */
  async get(tx: Tx, id: string): Promise<StoredKey> {
    return storedKeyOf(await tx.apiKey.findUniqueOrThrow({ where: { id } }));
  }

  /** At most `count` keys with an id after `after`, by id. */
  async list(subject: string | undefined, after: string, count: number): Promise<StoredKey[]> {
    const rows = await this.database.reading((db) =>
      db.apiKey.findMany({
        where: { id: { gt: after }, ...(subject === undefined ? {} : { subject }) },
        orderBy: { id: 'asc' },
        take: count,
      }),
    );
    return rows.map(storedKeyOf);
  }

  /** As `get`, and nobody else changes the key before this transaction has ended. */
  async lock(tx: Tx, id: string): Promise<StoredKey> {
    await tx.$queryRaw`SELECT id FROM api_key WHERE id = ${id} FOR UPDATE`;
    return this.get(tx, id);
  }

  /** What was kept by the grant of a key is kept by that of its successor. */
  async handOver(tx: Tx, id: string, successor: string): Promise<void> {
    await tx.webhook.updateMany({ where: { key_id: id }, data: { key_id: successor } });
  }

  /** From then on nobody is let in with it. */
  async endAt(tx: Tx, id: string, expiresAt: Date): Promise<void> {
    await tx.apiKey.update({ where: { id }, data: { expires_at: expiresAt } });
  }

  /** False where the key was revoked before. */
  async revoke(tx: Tx, id: string): Promise<boolean> {
    const { count } = await tx.apiKey.updateMany({
      where: { id, revoked_at: null },
      data: { revoked_at: new Date() },
    });
    return count === 1;
  }

  /** Whether there is any key at all, whoever asks. */
  async hasAny(tx?: Tx): Promise<boolean> {
    const first = (db: Tx) => db.apiKey.findFirst({ select: { id: true } });
    return (await (tx === undefined ? this.database.asService(first) : first(tx))) !== null;
  }

  /** Nobody else makes or changes a key before this transaction has ended. */
  async lockAll(tx: Tx): Promise<void> {
    await tx.$executeRaw`LOCK TABLE api_key IN SHARE ROW EXCLUSIVE MODE`;
  }

  async insert(tx: Tx, key: NewKey): Promise<void> {
    const { permissions, ...stated } = key.grant;
    const scopes: Scopes =
      key.rateLimits === undefined ? stated : { ...stated, rate_limits: key.rateLimits };
    await tx.apiKey.create({
      data: {
        id: key.id,
        token_hash: key.tokenHash,
        subject: key.subject,
        kind: key.kind,
        permissions: [...permissions],
        scopes: JSON.stringify(scopes),
        created_by: key.createdBy,
        expires_at: key.expiresAt ?? null,
      },
    });
  }

  /** Puts another token behind an id that exists, and revives it where it was revoked. */
  async replaceToken(tx: Tx, id: string, tokenHash: string): Promise<void> {
    await tx.apiKey.update({
      where: { id },
      data: { token_hash: tokenHash, revoked_at: null, expires_at: null },
    });
  }

  async audit(tx: Tx, entry: AuditEntry): Promise<void> {
    await appendAudit(tx, [entry]);
  }
}

const storedKeyOf = (row: ApiKey): StoredKey => {
  const { rate_limits: rateLimits, ...scopes } = scopesOf(row.scopes);
  return {
    id: row.id,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    caller: {
      keyId: row.id,
      subject: row.subject,
      // These columns are written by `insert` alone.
      kind: row.kind as CallerKind,
      grant: { permissions: row.permissions as Permission[], ...scopes },
      ...(rateLimits === undefined ? {} : { rateLimits }),
    },
  };
};

/** As JSON has it, moments are texts. */
const keyRow = (text: string): ApiKey => {
  const row = JSON.parse(text) as Omit<ApiKey, Moment> & Record<Moment, string | null>;
  return {
    ...row,
    created_at: new Date(row.created_at ?? NaN),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at),
    revoked_at: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
};

type Moment = 'created_at' | 'expires_at' | 'revoked_at';

const scopesOf = (text: string): Scopes => {
  const read = readJson(text);
  if (!read.ok) throw new Error('the scopes of an API key cannot be read');
  // Written by `insert` from a checked grant.
  return read.value as unknown as Scopes;
};
