import type { LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';

/** What is searched of some versions, as it goes to the thread that makes an index of it. */
export interface IndexedTexts {
  readonly slots: readonly number[];
  readonly toolIds: readonly string[];
  /** The contracts one after the other, and where each ends. */
  readonly contracts: Uint8Array;
  readonly ends: readonly number[];
  /** What the platform says of a tool beside its contract, by place; of most it says nothing. */
  readonly presentations: ReadonlyMap<number, SearchedPresentation>;
}

export type SearchedPresentation = Pick<LoadedTool, 'note' | 'example_queries' | 'aliases'>;

interface LoadedOffer {
  readonly tool: LoadedTool;
  readonly version: LoadedVersion;
}

/** So many bytes of contracts go together, but for a last one that is larger. */
const PARCEL_BYTES = 512 * 1024;

/** Puts together what is in the slots from one on, and says where what does not fit begins. */
export const textsFrom = (
  offers: readonly (LoadedOffer | undefined)[],
  from: number,
  end: number,
): { texts: IndexedTexts; next: number } => {
  const slots: number[] = [];
  const toolIds: string[] = [];
  const ends: number[] = [];
  const presentations = new Map<number, SearchedPresentation>();
  let bytes = 0;
  let next = from;
  for (; next < end && bytes < PARCEL_BYTES; next += 1) {
    const offer = offers[next];
    if (offer === undefined) continue;
    const { tool, version } = offer;
    if (!saysNothing(tool)) presentations.set(slots.length, presentationOf(tool));
    slots.push(next);
    toolIds.push(tool.tool_id);
    bytes += version.contractBytes;
    ends.push(bytes);
  }
  const contracts = new Uint8Array(bytes);
  slots.forEach((slot, at) => offers[slot]?.version.copyContract(contracts, ends[at - 1] ?? 0));
  return { texts: { slots, toolIds, contracts, ends, presentations }, next };
};

const saysNothing = ({ note, example_queries, aliases }: LoadedTool): boolean =>
  note === null && example_queries.length === 0 && aliases.length === 0;

const presentationOf = ({ note, example_queries, aliases }: LoadedTool): SearchedPresentation => ({
  note,
  example_queries,
  aliases,
});
