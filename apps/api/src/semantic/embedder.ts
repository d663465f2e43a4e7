/** Turns texts into vectors. What it cannot do rejects as EmbeddingFailed. */
export interface Embedder {
  /** Names what made a vector: only vectors of one space can be compared. */
  readonly space: string;
  /** So many documents are embedded at once. */
  readonly batch: number;
  embedQuery(text: string): Promise<Float32Array>;
  /** In the order of the texts; null for one that was not answered. */
  embedDocuments(texts: readonly string[]): Promise<(Float32Array | null)[]>;
  close(): Promise<void>;
}

/** Injection token of the Embedder, or of null where ranking is by words alone. */
export const EMBEDDER = Symbol('EMBEDDER');

/** The message is for the log: it says what went wrong, and nothing of keys, addresses or texts. */
export class EmbeddingFailed extends Error {
  override readonly name = 'EmbeddingFailed';
}

/** The vector with length 1, so that a product of two is their cosine; null where it has no direction. */
export const unitVector = (numbers: ArrayLike<number>): Float32Array | null => {
  let squares = 0;
  for (let at = 0; at < numbers.length; at++) squares += (numbers[at] ?? 0) ** 2;
  if (!(squares > 0 && squares < Infinity)) return null;
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers, (number) => number / length);
};
