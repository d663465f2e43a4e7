/**
 * The parts of a name: `outputDirPath`, `output_dir_path` and `output-dir-path` have the same. Names come
 * from whoever writes a schema and may be as long as one: no step here looks further than three letters.
 */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The name that a schema's place gives its value: of a property, or of the list that it is an item of. */
export const nameAt = (path: string): string | null =>
  /\/properties\/([^/]+)(?:\/items)?$/.exec(path)?.[1]?.replace(/~1/g, '/').replace(/~0/g, '~') ??
  null;
