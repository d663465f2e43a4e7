/** When the facts below, and those in the rules of the profiles, were looked up. */
export const LOOKED_UP = '2026-11-30';

export interface ClientProfileFacts {
  readonly title: string;
  /** What a tool may be called there; the catalog's names keep to it. */
  readonly name: RegExp;
  /** So many tools a request may hold; null where nothing is said. */
  readonly mostTools: number | null;
  readonly source: string;
}

/** The clients whose limits are known, in the order in which they are told. */
export const CLIENT_PROFILES = {
  openai: {
    title: 'OpenAI, function tools of the Responses and the Chat Completions API',
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    mostTools: 128,
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  'openai-strict': {
    title: 'OpenAI, function tools with `strict: true`',
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    mostTools: 128,
    source: 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  },
  anthropic: {
    title: 'Anthropic, tools of the Messages API',
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    mostTools: null,
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
  },
  gemini: {
    title: 'Gemini, function declarations with `parametersJsonSchema`',
    name: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    mostTools: null,
    source: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
  },
  bedrock: {
    title: 'Amazon Bedrock, `toolSpec` of the Converse API',
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    mostTools: null,
    source:
      'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html',
  },
  copilot: {
    title: 'GitHub Copilot in VS Code, as a client of MCP',
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    mostTools: 128,
    source:
      'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts',
  },
} as const satisfies Record<string, ClientProfileFacts>;

export type ClientProfile = keyof typeof CLIENT_PROFILES;

export const isClientProfile = (name: string): name is ClientProfile =>
  Object.hasOwn(CLIENT_PROFILES, name);

export const PROFILE_NAMES = Object.keys(CLIENT_PROFILES).filter(isClientProfile);
