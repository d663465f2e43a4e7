import { member } from '../../json/value.js';
import { hitsByForeignTexts } from '../foreign-texts.js';
import type { LintRule } from '../lint-rule.js';
import { nameAt, wordsOf } from '../words.js';

/** Ways out of the folder that a caller was given. */
const WAYS_OUT = ['/etc/passwd', '../secret.txt', 'a/../../secret.txt', 'C:\\Windows\\win.ini'];

const FILE_NAMES: ReadonlySet<string> = new Set([
  ...['file path', 'file paths', 'filepath', 'filepaths', 'filename', 'filenames', 'file name'],
  ...['dir', 'dir path', 'directory', 'directory path', 'folder path', 'local path', 'cwd'],
  ...['output path', 'output dir', 'output dir path', 'output file', 'save path', 'working dir'],
  ...['working directory', 'source path', 'destination path', 'target path', 'workspace path'],
  ...['output directory', 'input file', 'output filename', 'worktree path'],
]);

/** What only may be one is taken for it where its words say so. */
const MAYBE: ReadonlySet<string> = new Set(['path', 'paths', 'file', 'files', 'folder']);
const SAYS_FILE = /\b(?:files?|director(?:y|ies)|folders?|file ?system|disk)\b/i;
const SAYS_OTHER =
  /\b(?:urls?|api|endpoint|route|json ?path|xpath|wiki|field|folder id|iteration|area|base64|upload(?:ed)?|attachment|hint|read-only)\b/i;

export const pathNotRelative: LintRule = {
  id: 'path-not-relative',
  level: 'warning',
  message: 'A path that leads anywhere is taken here, `/etc/passwd` and `../` included.',
  remedy:
    'Take paths relative to a folder that the server chooses, and keep others out with a `pattern` such as `^[\\w-]+(\\.[\\w-]+)*(/[\\w-]+(\\.[\\w-]+)*)*$`.',
  reference: 'CWE-22 (path traversal): what fills the argument may have read hostile text before.',
  matches: (subject) =>
    hitsByForeignTexts(subject, WAYS_OUT, ({ path, schema }) =>
      namesFile(path, member(schema, 'description')),
    ),
  examples: [
    {
      title: 'paths of files without a pattern, or with one that lets `..` through',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            filePath: { type: 'string', maxLength: 200 },
            path: { type: 'string', maxLength: 200, description: 'The file to read.' },
            output_dir: { type: 'string', maxLength: 200, pattern: '^[\\w./-]+$' },
            paths: {
              type: 'array',
              maxItems: 9,
              items: { type: 'string', maxLength: 99, description: 'A file.' },
            },
          },
        },
      },
      finds: [
        '/input_schema/properties/filePath',
        '/input_schema/properties/output_dir',
        '/input_schema/properties/path',
        '/input_schema/properties/paths/items',
      ],
    },
    {
      title: 'a pattern that keeps to the folder, other paths, and file contents',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            file_path: {
              type: 'string',
              maxLength: 200,
              pattern: '^[\\w-]+(\\.[\\w-]+)*(/[\\w-]+(\\.[\\w-]+)*)*$',
            },
            path: { type: 'string', maxLength: 200, description: 'The path of the wiki page.' },
            paths: { type: 'string', maxLength: 200, description: 'URL paths to crawl.' },
            file: { type: 'string', maxLength: 200, description: 'The file, as base64.' },
          },
        },
      },
      finds: [],
    },
  ],
};

const namesFile = (path: string, description: unknown): boolean => {
  const name = nameAt(path);
  if (name === null) return false;
  const words = wordsOf(name).join(' ');
  const isNamed = FILE_NAMES.has(words);
  if (!isNamed && !MAYBE.has(words)) return false;
  const text = typeof description === 'string' ? description : '';
  return !SAYS_OTHER.test(text) && (isNamed || SAYS_FILE.test(text));
};
