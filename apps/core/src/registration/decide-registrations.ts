import { namespaceOf } from '../contract/tool-id.js';
import type { KnownVersion } from '../versions/known-version.js';
import {
  decideRegistration,
  type RefusedRegistration,
  type Registration,
  type RegistrationOptions,
} from './decide-registration.js';
import type {
  RegisteredTool,
  RegisteredVersion,
  RegistrationFacts,
  RegistrationOffer,
} from './facts.js';
import { findVersion, type Judge } from './judge.js';

/** One tool as it stands, whether stored or only decided on so far. */
export interface ToolFacts {
  readonly tool_id: string;
  readonly tool: RegisteredTool;
  readonly versions: readonly RegisteredVersion[];
}

/** What is stored around all the offers, found without regard to case. */
export interface CatalogFacts {
  readonly tools: Iterable<ToolFacts>;
  readonly namespaces: Iterable<string>;
}

export type Decided = Registration | RefusedRegistration;

/**
 * What becomes of several registrations, judged in their order: each sees what those before it
 * would have done, so that the outcome is that of sending them one by one. Only one version with two
 * manifests is refused: of what is registered at once, neither is the later one.
 */
export const decideRegistrations = (
  offers: readonly RegistrationOffer[],
  stored: CatalogFacts,
  judgeOf: (toolId: string) => Judge<KnownVersion>,
  options: RegistrationOptions = {},
): readonly Decided[] => {
  const catalog = new Catalog(stored);
  const repeats = new Repeats();
  return offers.map((offer) => {
    const decided =
      repeats.refuse(offer) ??
      decideRegistration(offer, catalog.around(offer.tool_id), judgeOf(offer.tool_id), options);
    if (decided.outcome !== 'refused') catalog.take(offer, decided);
    return decided;
  });
};

/** What is stored around one tool_id. */
export const factsAround = (
  stored: CatalogFacts,
  toolId: string,
): RegistrationFacts<RegisteredVersion> => new Catalog(stored).around(toolId);

/** Which manifest each version was offered with first. */
class Repeats {
  private readonly first = new Map<string, RegistrationOffer>();

  refuse(offer: RegistrationOffer): RefusedRegistration | null {
    const key = `${offer.tool_id} ${offer.version}`;
    const first = this.first.get(key);
    if (first === undefined) this.first.set(key, offer);
    if (first === undefined || sameManifest(first, offer)) return null;
    const message = `an item before this one registers ${JSON.stringify(offer.version)} with another manifest`;
    const refusal = { code: 'item-repeated', message, errors: [] } as const;
    return { outcome: 'refused', refusal, check: null };
  }
}

class Catalog {
  private readonly tools = new Map<string, ToolFacts>();
  private readonly namespaces = new Map<string, string>();

  constructor(stored: CatalogFacts) {
    for (const tool of stored.tools) this.tools.set(tool.tool_id.toLowerCase(), tool);
    for (const namespace of stored.namespaces) {
      this.namespaces.set(namespace.toLowerCase(), namespace);
    }
  }

  around(toolId: string): RegistrationFacts<RegisteredVersion> {
    const found = this.tools.get(toolId.toLowerCase());
    const namespace = this.namespaces.get(namespaceOf(toolId).toLowerCase()) ?? null;
    return {
      tool: found?.tool ?? null,
      spelling: { tool_id: found?.tool_id ?? null, namespace },
      // The versions of another spelling are not this tool's.
      versions: found?.tool_id === toolId ? found.versions : [],
    };
  }

  take(offer: RegistrationOffer, decided: Registration): void {
    const before = this.around(offer.tool_id);
    const tool = decided.tool ?? before.tool;
    if (tool === null) return;
    const key = offer.tool_id.toLowerCase();
    this.tools.set(key, {
      tool_id: offer.tool_id,
      tool,
      versions: versionsAfter(before.versions, offer, decided),
    });
    const namespace = namespaceOf(offer.tool_id);
    this.namespaces.set(namespace.toLowerCase(), namespace);
  }
}

const versionsAfter = (
  before: readonly RegisteredVersion[],
  { contract_digest, manifest: { changes } }: RegistrationOffer,
  decided: Registration,
): readonly RegisteredVersion[] => {
  const written = decided.outcome === 'unchanged' ? decided.redeclared : decided;
  if (written === null) return before;
  const { version } = written;
  const draft: RegisteredVersion = {
    version,
    state: 'draft',
    ever_enabled: false,
    retracted: false,
    contract_digest,
    changes,
  };
  const replaced = findVersion(before, version);
  return [...before.filter((other) => other !== replaced), draft];
};

const sameManifest = (one: RegistrationOffer, other: RegistrationOffer): boolean =>
  one.contract_digest === other.contract_digest && besideContract(one) === besideContract(other);

const besideContract = ({ manifest }: RegistrationOffer): string => {
  const { proposed, changes, policy, owner, example_queries, aliases } = manifest;
  return JSON.stringify([proposed, changes, policy, owner, example_queries, aliases]);
};
