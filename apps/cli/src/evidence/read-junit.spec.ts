import { readJunit } from './read-junit.js';

const run = (xml: string) => {
  const reading = readJunit(xml);
  return reading.ok ? reading.run : reading.message;
};

describe('a JUnit report', () => {
  it('counts its test cases, in suites within suites', () => {
    expect(
      run(`<?xml version="1.0"?>
        <testsuites>
          <testsuite name="a" timestamp="2026-01-01T10:00:00Z"><testcase name="x"/>
            <testsuite name="b" timestamp="2026-01-01T12:00:00+01:00"><testcase><skipped/></testcase></testsuite>
          </testsuite>
          <testsuite><testcase><failure>no &lt;b&gt;</failure></testcase><testcase><error/></testcase></testsuite>
        </testsuites>`),
    ).toEqual({ passed: 1, failed: 2, skipped: 1, at: '2026-01-01T12:00:00+01:00' });
  });

  it('believes the count of a suite that failed before its first test', () => {
    expect(run('<testsuite errors="1" tests="1"><testcase/></testsuite>')).toMatchObject({
      failed: 1,
    });
  });

  it('takes no time without an offset, since it may be any zone’s', () => {
    expect(run('<testsuite timestamp="2026-01-01T10:00:00"><testcase/></testsuite>')).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      at: null,
    });
  });

  it('is refused where it is something else, or entities would grow in it', () => {
    expect(run('<html/>')).toContain('is no JUnit report');
    expect(run('{"tests": 1}')).toContain('is no XML');
    const bomb = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><testsuite name="&c;"/>';
    expect(run(bomb)).toContain('is no XML');
  });
});
