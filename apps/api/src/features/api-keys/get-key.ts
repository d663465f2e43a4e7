import { Injectable } from '@nestjs/common';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import { notFound } from '../../http/problem.js';

@Injectable()
export class GetKey {
  constructor(private readonly keys: KeyRepository) {}

  async execute(id: string): Promise<StoredKey> {
    const key = await this.keys.find(id);
    if (key === null) throw notFound();
    return key;
  }
}
