import { isWanted, webhookFaults } from './webhook-faults.js';

const offer = {
  url: 'https://hooks.example.com/qm?x=1',
  namespaces: ['*'],
  actions: ['version.*'],
};

it('takes an https address, and actions by name, by kind, or all', () => {
  expect(webhookFaults(offer)).toEqual([]);
  for (const action of ['*', 'version.released', 'api-key.created']) {
    expect(webhookFaults({ ...offer, actions: [action] })).toEqual([]);
  }
});

it.each([
  ['/url', { url: 'ftp://hooks.example.com' }],
  ['/url', { url: 'https://ann:secret@hooks.example.com' }],
  ['/url', { url: 'https://hooks.example.com/#part' }],
  ['/url', { url: 'https://{tenant}.example.com/' }],
  ['/url', { url: '/relative' }],
  ['/namespaces', { namespaces: ['*', 'support'] }],
  ['/actions', { actions: ['*', 'version.released'] }],
  ['/actions/1', { actions: ['version.released', 'version'] }],
])('refuses %s of %j', (pointer, over) => {
  expect(webhookFaults({ ...offer, ...over }).map((fault) => fault.pointer)).toContain(pointer);
});

it.each([
  [['*'], true],
  [['version.*'], true],
  [['policy.*', 'version.released'], true],
  [['version.approved'], false],
  [['versio.*'], false],
])('%j asks for version.released: %s', (actions, wanted) => {
  expect(isWanted(actions, 'version.released')).toBe(wanted);
});
