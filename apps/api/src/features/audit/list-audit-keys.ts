import { Injectable } from '@nestjs/common';
import { CheckpointKey } from './checkpoint-key.js';
import { CheckpointsRepository } from './checkpoints.repository.js';

export interface PublicAuditKey {
  readonly key_id: string;
  readonly public_key: string;
}

/** The public keys that checkpoints are verified with: the present one first, then all before it. */
@Injectable()
export class ListAuditKeys {
  constructor(
    private readonly key: CheckpointKey,
    private readonly checkpoints: CheckpointsRepository,
  ) {}

  async execute(): Promise<readonly PublicAuditKey[]> {
    const present = await this.key.get();
    const stored = await this.checkpoints.keys();
    if (present === null) return stored;
    const { keyId, publicKey } = present;
    return [
      { key_id: keyId, public_key: publicKey },
      ...stored.filter(({ key_id }) => key_id !== keyId),
    ];
  }
}
