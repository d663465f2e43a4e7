import { requestIdOf } from './request-id.js';

it('no two requests get the same id, and each is a UUID', () => {
  const ids = Array.from({ length: 1_000 }, () => requestIdOf({ headers: {} }));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
