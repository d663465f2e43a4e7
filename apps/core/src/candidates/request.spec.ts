import { objectOf, type Json } from '../json/value.js';
import { readCandidateParameters } from './request-parameters.js';
import {
  MISSING_TENANT,
  readCandidateRequest,
  tenantOfRequest,
  type RequestReading,
} from './request.js';

const body = { tenant: 'acme', roles: ['operator'], task_type: 'support' };

const faults = (reading: RequestReading) =>
  reading.ok ? [] : reading.errors.map(({ pointer, code }) => `${pointer} ${code}`);

const faultsOf = (value: Json) => faults(readCandidateRequest(value));

const requestIn = (reading: RequestReading) => {
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return reading.request;
};

describe('reading a candidate request', () => {
  it('fills in the defaults', () => {
    expect(requestIn(readCandidateRequest(body))).toEqual({
      ...body,
      top_k: 20,
      format: 'native',
      detail: 'full',
      pins: new Map(),
    });
  });

  it('takes every member', () => {
    const request = requestIn(
      readCandidateRequest({
        ...body,
        max_risk: 'L3',
        query: 'open a ticket',
        top_k: 8,
        format: 'mcp',
        detail: 'summary',
        max_tokens: 4000,
        pins: { 'support.create_ticket': '^2' },
        session: 's-81',
      }),
    );
    expect(request).toMatchObject({ max_risk: 'L3', top_k: 8, format: 'mcp', session: 's-81' });
    expect(request.pins.get('support.create_ticket')?.test('2.1.0')).toBe(true);
  });

  it('takes a blank query for none', () => {
    expect(requestIn(readCandidateRequest({ ...body, query: ' \n' })).query).toBeUndefined();
  });

  it.each<[string, Json, string[]]>([
    ['nothing', {}, ['/roles missing-field', '/task_type missing-field']],
    ['a list', [], [' wrong-type']],
    ['null', null, [' wrong-type']],
    ['no role', { ...body, roles: [] }, ['/roles out-of-range']],
    ['a role that is no text', { ...body, roles: ['a', 1] }, ['/roles/1 wrong-type']],
    ['a role without a name', { ...body, roles: [''] }, ['/roles/0 out-of-range']],
    ['every role', { ...body, roles: ['a', '*'] }, ['/roles/1 malformed']],
    ['every tenant', { ...body, tenant: '*' }, ['/tenant malformed']],
    ['every task type', { ...body, task_type: '*' }, ['/task_type malformed']],
    ['no tenant in particular', { ...body, tenant: null }, ['/tenant wrong-type']],
    ['an unknown member', { ...body, rolse: ['a'] }, ['/rolse unknown-field']],
    ['an unknown risk', { ...body, max_risk: 'L5' }, ['/max_risk not-in-list']],
    ['a long query', { ...body, query: 'q'.repeat(2001) }, ['/query out-of-range']],
    ['top_k of 0', { ...body, top_k: 0 }, ['/top_k out-of-range']],
    ['top_k of 201', { ...body, top_k: 201 }, ['/top_k out-of-range']],
    ['half a top_k', { ...body, top_k: 1.5 }, ['/top_k wrong-type']],
    ['an unknown format', { ...body, format: 'cohere' }, ['/format not-in-list']],
    ['an unknown detail', { ...body, detail: 'all' }, ['/detail not-in-list']],
    ['no tokens at all', { ...body, max_tokens: 0 }, ['/max_tokens out-of-range']],
    ['a long session', { ...body, session: 's'.repeat(257) }, ['/session out-of-range']],
    ['pins in a list', { ...body, pins: ['^1'] }, ['/pins wrong-type']],
    ['a pin to latest', { ...body, pins: { a: 'latest' } }, ['/pins/a malformed']],
    ['a pin of no tool', { ...body, pins: { '../x': '^1' } }, ['/pins/..~1x malformed']],
    ['a pin that is no text', { ...body, pins: { a: 1 } }, ['/pins/a wrong-type']],
  ])('refuses %s', (_what, value, expected) => {
    expect(faultsOf(value)).toEqual(expected);
  });

  it('refuses a pin called __proto__ and takes one called constructor', () => {
    const pinned = (name: string) => ({ ...body, pins: objectOf([[name, '^1']]) });
    expect(faultsOf(pinned('__proto__'))).toEqual(['/pins/__proto__ malformed']);
    const { pins } = requestIn(readCandidateRequest(pinned('constructor')));
    expect([...pins.keys()]).toEqual(['constructor']);
  });
});

describe('the tenant of a request', () => {
  it('may be left out by a key that is bound to exactly one', () => {
    const key = (...tenants: string[]) => ({ permissions: ['candidates'] as const, tenants });
    expect(tenantOfRequest({}, key('acme'))).toBe('acme');
    expect(tenantOfRequest({ tenant: 'umbrella' }, key('acme'))).toBe('umbrella');
    expect(tenantOfRequest({}, key('acme', 'umbrella'))).toBeUndefined();
    expect(MISSING_TENANT).toMatchObject({ pointer: '/tenant', code: 'missing-field' });
  });
});

describe('reading a candidate request from parameters', () => {
  const read = (query: string) => readCandidateParameters(new URLSearchParams(query));
  const base = 'tenant=acme&role=operator&task_type=support';

  it('reads the same as from the body', () => {
    const fromBody = readCandidateRequest({
      ...body,
      roles: ['operator', 'clerk'],
      top_k: 8,
      max_tokens: 4000,
      format: 'gemini',
      pins: { 'support.a': '^2', 'support.b': '>=1.0.0 <3' },
      session: 's-81',
    });
    const rest = 'role=clerk&top_k=8&max_tokens=4000&format=gemini&session=s-81';
    const pins = `pins=${encodeURIComponent('{"support.a":"^2","support.b":">=1.0.0 <3"}')}`;
    expect(read(`${base}&${rest}&${pins}`)).toEqual(fromBody);
    const pin = `pin=support.a@^2&pin=${encodeURIComponent('support.b@>=1.0.0 <3')}`;
    expect(read(`${base}&${rest}&${pin}`)).toEqual(fromBody);
  });

  it('takes roles under either name', () => {
    expect(requestIn(read(`${base}&roles=clerk`)).roles).toEqual(['operator', 'clerk']);
  });

  it.each([
    ['an unknown parameter', `${base}&limit=3`, ['/limit unknown-field']],
    ['a parameter twice', `${base}&tenant=umbrella`, ['/tenant duplicate']],
    ['a number in words', `${base}&top_k=ten`, ['/top_k wrong-type']],
    ['a negative number', `${base}&top_k=-1`, ['/top_k wrong-type']],
    ['a number out of range', `${base}&top_k=999`, ['/top_k out-of-range']],
    ['no role', 'tenant=acme&task_type=support', ['/roles missing-field']],
    ['every role', 'tenant=acme&task_type=support&role=*', ['/roles/0 malformed']],
    ['pins that are no JSON', `${base}&pins=a`, ['/pins malformed']],
    ['pins in a list', `${base}&pins=[]`, ['/pins malformed']],
    ['a pin without a range', `${base}&pin=support.a`, ['/pins malformed']],
    ['a pin to no range', `${base}&pin=support.a@latest`, ['/pins/support.a malformed']],
    ['a pin twice', `${base}&pin=a@1&pins={"a":"2"}`, ['/pins duplicate']],
  ])('refuses %s', (_what, query, expected) => {
    expect(faults(read(query))).toEqual(expected);
  });
});
