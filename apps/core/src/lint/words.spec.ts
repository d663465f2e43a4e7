import { wordsOf } from './words.js';

it.each([
  ['outputDirPath', 'output dir path'],
  ['output_dir-path', 'output dir path'],
  ['HTTPServerURL2Go', 'http server url2 go'],
  ['ABc', 'a bc'],
  ['__', ''],
])('takes %s apart', (name, words) => expect(wordsOf(name).join(' ')).toBe(words));

// Looked at from every letter to the end of the capitals, it would take half a minute.
it('takes apart a name as long as a schema may be', async () => {
  expect(wordsOf('A'.repeat(150_000))).toHaveLength(1);
  // Only between two turns of the loop is it seen that the time of a test is over.
  await new Promise(setImmediate);
});
