import { renderCandidate } from '#core/candidates/formats/render.js';
import { DETAILS, FORMATS, type Detail, type Format } from '#core/candidates/request-schema.js';
import { contractOf } from '../../../database/records.js';
import { fragmentOf, type Fragment } from '../fragment.js';
import { deprecationOf } from '../deprecation-of.js';
import type { LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';

export interface Form {
  readonly format: Format;
  readonly detail: Detail;
}

interface LoadedOffer {
  readonly tool: LoadedTool;
  readonly version: LoadedVersion;
}

const GENERATION_BYTES = 64 * 1024 * 1024;

type Rendered = (Fragment | undefined)[];

/**
 * Entries of answers as the bytes that are sent, made once for each version and form. Two generations
 * are kept: what was not asked for while the younger one filled up is forgotten.
 */
export class Fragments {
  private young = new Map<LoadedVersion, Rendered>();
  private old = new Map<LoadedVersion, Rendered>();
  private bytes = 0;

  /** `successor` is what this caller may be told of it. */
  of({ tool, version }: LoadedOffer, form: Form, successor: string | null): Fragment {
    const rendered = this.renderedOf(version);
    const at = placeOf(form) + (successor === version.successor ? 0 : FORMS);
    const known = rendered[at];
    if (known !== undefined) return known;
    const fragment = render({ tool, version }, form, successor);
    rendered[at] = fragment;
    this.count(fragment.bytes.length);
    return fragment;
  }

  private renderedOf(version: LoadedVersion): Rendered {
    const known = this.young.get(version);
    if (known !== undefined) return known;
    const rendered = this.old.get(version) ?? [];
    this.young.set(version, rendered);
    this.count(rendered.reduce((bytes, fragment) => bytes + (fragment?.bytes.length ?? 0), 0));
    return rendered;
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes < GENERATION_BYTES) return;
    this.old = this.young;
    this.young = new Map();
    this.bytes = 0;
  }
}

const FORMS = FORMATS.length * DETAILS.length;

const placeOf = ({ format, detail }: Form): number =>
  FORMATS.indexOf(format) * DETAILS.length + DETAILS.indexOf(detail);

const render = (
  { tool, version }: LoadedOffer,
  { format, detail }: Form,
  successor: string | null,
): Fragment => {
  const descriptor = {
    tool_id: tool.tool_id,
    version: version.version.text,
    contract: contractOf(version),
    contract_digest: version.contract_digest,
    risk_level: tool.policy.risk_level,
    requires_approval: tool.policy.requires_approval,
    note: tool.note,
    deprecation: deprecationOf(version, successor),
  };
  return fragmentOf(renderCandidate(descriptor, format, detail));
};
