import type { Manifest } from '../contract/contract.js';
import { pointer } from '../json/pointer.js';
import { isSame } from '../json/same.js';
import { normalisePolicy } from '../policy/policy-digest.js';
import type { Policy } from '../policy/policy.js';
import type { RegisteredTool } from './facts.js';

/** What a manifest says of policy and presentation, and where it departs from what is stored. */
export interface ToolDifference {
  /** JSON Pointers into the manifest, e.g. `/policy/risk_level`; empty where they agree. */
  readonly paths: readonly string[];
  readonly policy: Policy;
  readonly policyDiffers: boolean;
  readonly presentation: Pick<RegisteredTool, 'owner' | 'example_queries' | 'aliases'>;
  readonly presentationDiffers: boolean;
}

const PRESENTATION = ['owner', 'example_queries', 'aliases'] as const;

/** What the manifest leaves out differs from nothing, and stays as it is. */
export const differenceOf = (
  tool: Omit<RegisteredTool, 'ever_left_draft'>,
  manifest: Manifest,
): ToolDifference => {
  const stored = normalisePolicy(tool.policy);
  const policy = manifest.policy === undefined ? stored : normalisePolicy(manifest.policy);
  const inPolicy = (Object.keys(stored) as (keyof Policy)[]) // the keys of a Policy just made
    .filter((field) => !isSame(stored[field], policy[field]))
    .map((field) => pointer('', 'policy', field));
  const inPresentation = PRESENTATION.filter(
    (field) => manifest[field] !== undefined && !isSame(tool[field], manifest[field]),
  ).map((field) => pointer('', field));
  return {
    paths: [...inPolicy, ...inPresentation],
    policy,
    policyDiffers: inPolicy.length > 0,
    presentation: {
      owner: manifest.owner ?? tool.owner,
      example_queries: manifest.example_queries ?? tool.example_queries,
      aliases: manifest.aliases ?? tool.aliases,
    },
    presentationDiffers: inPresentation.length > 0,
  };
};
