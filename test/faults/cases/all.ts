import type { FaultCase } from '../fault-case.js';
import { BACKUP_CASES } from './backup.js';
import { CLOCK_CASES } from './clock.js';
import { DATABASE_CASES } from './database.js';
import { DISK_CASES } from './disk.js';
import { HOSTILE_CASES } from './hostile.js';
import { IDEMPOTENCY_CASES } from './idempotency.js';
import { KILL_CASES } from './kills.js';
import { NETWORK_CASES } from './network.js';
import { NEVER_STALE_CASES } from './never-stale.js';
import { REPLICA_CASES } from './replicas.js';
import { STOP_CASES } from './stop.js';
import { UPGRADE_CASES } from './upgrade.js';
import { WEBHOOK_CASES } from './webhooks.js';

export const CASES: readonly FaultCase[] = [
  ...KILL_CASES,
  ...DATABASE_CASES,
  ...NETWORK_CASES,
  ...DISK_CASES,
  ...STOP_CASES,
  ...IDEMPOTENCY_CASES,
  ...REPLICA_CASES,
  ...NEVER_STALE_CASES,
  ...UPGRADE_CASES,
  ...WEBHOOK_CASES,
  ...CLOCK_CASES,
  ...BACKUP_CASES,
  ...HOSTILE_CASES,
];
