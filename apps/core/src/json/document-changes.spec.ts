import { documentChanges } from './document-changes.js';
import { readJson } from './read.js';
import type { Json } from './value.js';

const json = (text: string): Json => {
  const read = readJson(text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
};

it('names the smallest members that differ, and no others', () => {
  const before = json('{"a": {"b": 1, "c": [1, {"d": "x"}]}, "e": true, "same": {"z": 1, "y": 2}}');
  const after = json(
    '{"a": {"b": 2, "c": [1, {"d": "y"}]}, "f/g": null, "same": {"y": 2, "z": 1}}',
  );
  expect(documentChanges(before, after)).toEqual([
    { path: '/a/b', kind: 'changed', before: 1, after: 2 },
    { path: '/a/c/1/d', kind: 'changed', before: 'x', after: 'y' },
    { path: '/e', kind: 'removed', before: true },
    { path: '/f~1g', kind: 'added', after: null },
  ]);
});

it('shows a list that gained an item as a whole, and members of any name', () => {
  expect(documentChanges(json('{"l": ["a"]}'), json('{"l": ["a", "b"]}'))).toEqual([
    { path: '/l', kind: 'changed', before: ['a'], after: ['a', 'b'] },
  ]);
  expect(documentChanges(json('{}'), json('{"__proto__": 1}'))).toEqual([
    { path: '/__proto__', kind: 'added', after: 1 },
  ]);
});
