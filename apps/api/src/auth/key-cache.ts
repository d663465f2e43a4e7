import { Injectable } from '@nestjs/common';
import { CatalogFence, type CatalogFollower } from '../database/catalog-fence.js';
import type { Changes } from '../database/change-feed.js';
import { KeyRepository, type StoredKey } from './key.repository.js';

const MOST_KEYS = 10_000;

/** The keys that were asked for lately; only for who has just passed the fence. */
@Injectable()
export class KeyCache implements CatalogFollower {
  private readonly keys = new Map<string, StoredKey>();
  /** Raised by every change of a key: what was read before it must not be kept after it. */
  private generation = 0;

  constructor(
    private readonly repository: KeyRepository,
    fence: CatalogFence,
  ) {
    fence.follow(this);
  }

  /** Undefined where it has to be read first. */
  known(id: string): StoredKey | undefined {
    return this.keys.get(id);
  }

  async find(id: string): Promise<StoredKey | null> {
    const known = this.known(id);
    if (known !== undefined) return known;
    const { generation } = this;
    const read = await this.repository.find(id);
    if (read !== null && generation === this.generation) this.keep(read);
    return read;
  }

  prepare({ keyIds }: Changes): Promise<() => void> {
    return Promise.resolve(() => {
      if (keyIds.length > 0) this.generation += 1;
      for (const id of keyIds) this.keys.delete(id);
    });
  }

  forget(): void {
    this.generation += 1;
    this.keys.clear();
  }

  private keep(key: StoredKey): void {
    const [oldest] = this.keys.keys();
    if (this.keys.size >= MOST_KEYS && oldest !== undefined) this.keys.delete(oldest);
    this.keys.set(key.id, key);
  }
}
