import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

@Injectable()
export class CursorSecretRepository {
  constructor(private readonly database: Database) {}

  /** What the cursors of this catalog are encrypted with, by whichever replica. */
  async read(): Promise<string> {
    const head = await this.database.asService((db) =>
      db.catalogHead.findUniqueOrThrow({ where: { id: 1 }, select: { cursor_secret: true } }),
    );
    return head.cursor_secret;
  }
}
