export interface EndpointSettings {
  readonly kind: 'endpoint';
  readonly url: string;
  readonly model: string;
  /** Undefined: as long as the model makes them. */
  readonly dimensions: number | undefined;
  readonly apiKey: string | undefined;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  readonly timeoutMs: number;
}

interface LocalSettings {
  readonly kind: 'local';
}

/** How tools are ranked by meaning. */
export type SemanticSettings = (LocalSettings | EndpointSettings) & {
  /** Beside the words, which count 1. */
  readonly weight: number;
};
