import tseslint from 'typescript-eslint';

/** Size and complexity hold for all code; a waiver names the rule and the reason in its own line. */
const size = {
  complexity: ['error', 10],
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'apps/api/src/database/generated/', '.data/'] },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...size,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // Prisma hands their text to LIKE unescaped, where the `_` of a namespace matches any character.
    files: ['apps/api/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > Property[key.name=/^(startsWith|endsWith|contains)$/]',
          message: 'Compare exactly, or escape the text and write the LIKE in SQL.',
        },
      ],
    },
  },
  {
    // The command line speaks to a terminal.
    files: ['apps/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // A describe block is as long as the guarantees it lists.
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
);
