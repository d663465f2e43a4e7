import { EmbeddingFailed, unitVector } from './embedder.js';

const MOST_BYTES = 64 * 1024 * 1024;

/** The body as text, as long as it is not out of all proportion. */
export const readBody = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new EmbeddingFailed('answered with more than 64 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * The vectors of an answer of OpenAI's form (`data: [{ index, embedding }]`) in the order of what was
 * asked. What is missing is null: without an `index` that can only be told of what comes last.
 */
export const readVectors = (
  text: string,
  count: number,
  dimensions: number | undefined,
): (Float32Array | null)[] => {
  const vectors = new Array<Float32Array | null>(count).fill(null);
  entriesOf(text).forEach((entry, at) => {
    const index = fieldOf(entry, 'index') ?? at;
    if (typeof index !== 'number' || !(index in vectors)) {
      throw new EmbeddingFailed('answered for a text that was not asked about');
    }
    vectors[index] = vectorOf(fieldOf(entry, 'embedding'), dimensions);
  });
  return vectors;
};

const entriesOf = (text: string): unknown[] => {
  try {
    const data = fieldOf(JSON.parse(text), 'data');
    if (Array.isArray(data)) return data;
  } catch {
    // Said below.
  }
  throw new EmbeddingFailed('answered something else than a list of embeddings');
};

const vectorOf = (numbers: unknown, dimensions: number | undefined): Float32Array => {
  if (!Array.isArray(numbers) || !numbers.every((one) => typeof one === 'number')) {
    throw new EmbeddingFailed('answered an embedding that is no list of numbers');
  }
  if (dimensions !== undefined && numbers.length !== dimensions) {
    throw new EmbeddingFailed(
      `answered an embedding of ${numbers.length} dimensions instead of ${dimensions}`,
    );
  }
  const vector = unitVector(numbers);
  if (vector === null) throw new EmbeddingFailed('answered an embedding without a direction');
  return vector;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
