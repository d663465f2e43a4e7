import { CRM } from './crm.js';
import { KNOWLEDGE } from './knowledge.js';
import { PAYMENTS } from './payments.js';
import { SUPPORT } from './support.js';
import type { CatalogTool } from './tool.js';

/** Eleven tools of four teams, L0 to L4, for two tenants and four roles. */
export const CATALOG: readonly CatalogTool[] = [...KNOWLEDGE, ...SUPPORT, ...CRM, ...PAYMENTS];

export const NAMESPACES = ['knowledge', 'support', 'crm', 'payments'] as const;

/** Registered like the others and never reviewed: a draft is served to nobody. */
export const STAYS_DRAFT = 'crm.delete_customer';
