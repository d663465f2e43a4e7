import { Injectable } from '@nestjs/common';
import { StartFailure } from '../config/start-failure.js';
import { Transactions, type Tx } from '../database/transaction.js';
import type { AuditEntry } from '../database/audit-trail.js';
import { isUniqueViolation } from '../database/failure.js';
import { KeyRepository, type StoredKey } from './key.repository.js';
import { hashToken, makeToken, parseToken, type Token } from './token.js';

const BOOTSTRAP = 'bootstrap';

/** The admin that exists before anybody could have made a key. */
@Injectable()
export class BootstrapAdmin {
  constructor(
    private readonly keys: KeyRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Makes a key where the database has none, and returns its token, which is never to be had again.
   * Null where there is nothing to show.
   */
  async ensureAny(): Promise<string | null> {
    if (await this.keys.hasAny()) return null;
    const token = makeToken();
    return this.transactions.runAsService(async (tx) => {
      // Of replicas that start together one makes the key, and the others wait to see it.
      await this.keys.lockAll(tx);
      if (await this.keys.hasAny(tx)) return null;
      await this.insert(tx, token);
      return token.text;
    });
  }

  /** Makes the configured key exist; throws StartFailure where its id is somebody else's. */
  async ensureConfigured(text: string): Promise<void> {
    const token = parseToken(text);
    if (token === null) throw new Error('the bootstrap key was not checked before');
    const existing = (await this.keys.find(token.id)) ?? (await this.createUnlessMade(token));
    if (existing === null) return;
    if (!isOurs(existing)) {
      throw new StartFailure(
        'The id of QM_BOOTSTRAP_ADMIN_KEY belongs to another key',
        'Choose another id, the part between `qm_` and the next `_`',
      );
    }
    const tokenHash = hashToken(token);
    const unchanged =
      existing.tokenHash === tokenHash &&
      existing.revokedAt === null &&
      existing.expiresAt === null;
    if (unchanged) return;
    await this.transactions.runAsService(async (tx) => {
      await this.keys.replaceToken(tx, token.id, tokenHash);
      await this.keys.audit(tx, entryFor('api-key.replaced', token.id));
    });
  }

  /** The key that another replica made at the same moment; null where we made it. */
  private async createUnlessMade(token: Token): Promise<StoredKey | null> {
    try {
      await this.create(token);
      return null;
    } catch (error) {
      const made = isUniqueViolation(error) ? await this.keys.find(token.id) : null;
      if (made === null) throw error;
      return made;
    }
  }

  private async create(token: Token): Promise<void> {
    await this.transactions.runAsService((tx) => this.insert(tx, token));
  }

  private async insert(tx: Tx, token: Token): Promise<void> {
    await this.keys.insert(tx, {
      id: token.id,
      tokenHash: hashToken(token),
      subject: BOOTSTRAP,
      kind: 'person',
      grant: { permissions: ['admin'] },
      createdBy: BOOTSTRAP,
    });
    await this.keys.audit(tx, entryFor('api-key.created', token.id));
  }
}

/** What `create` makes. Anybody else's key keeps its secret: the id alone does not make an admin. */
const isOurs = ({ caller: { subject, grant } }: StoredKey): boolean => {
  const { permissions, ...scopes } = grant;
  return subject === BOOTSTRAP && permissions.includes('admin') && Object.keys(scopes).length === 0;
};

const entryFor = (action: string, keyId: string): AuditEntry => ({
  actor: { subject: BOOTSTRAP, kind: 'person' },
  action,
  request_id: BOOTSTRAP,
  detail: { key_id: keyId },
});
