import { Module } from '@nestjs/common';
import { Settings } from '../config/env.js';
import { EmbedVersions } from './embed-versions.js';
import { EMBEDDER, type Embedder } from './embedder.js';
import { EndpointEmbedder } from './endpoint-embedder.js';
import { LocalEmbedder } from './local-embedder.js';
import { SemanticSearch } from './semantic-search.js';
import { StoredVectors } from './stored-vectors.js';
import { VectorsRepository } from './vectors.repository.js';

const embedderFor = ({ semantic }: Settings): Embedder | null => {
  if (semantic === undefined) return null;
  return semantic.kind === 'local' ? new LocalEmbedder() : new EndpointEmbedder(semantic);
};

@Module({
  providers: [
    { provide: EMBEDDER, useFactory: embedderFor, inject: [Settings] },
    EmbedVersions,
    SemanticSearch,
    StoredVectors,
    VectorsRepository,
  ],
  exports: [SemanticSearch],
})
export class SemanticModule {}
