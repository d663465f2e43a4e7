import { jest } from '@jest/globals';
import { begin, notBegun } from './jobs.js';
import { Wall } from './wall.js';

describe('the wall of a job', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('counts from the moment at which the job begins, not while its thread starts', () => {
    const begun = notBegun();
    const wall = new Wall(begun, 1_000);
    jest.advanceTimersByTime(3_500);
    expect(wall.signal.aborted).toBe(false);
    begin(begun);
    jest.advanceTimersByTime(600);
    expect(wall.signal.aborted).toBe(false);
    // Its clock is no timer, and stands still here.
    begun[0] = (begun[0] ?? 0) - 1_000;
    jest.advanceTimersByTime(1_000);
    expect(wall.signal.aborted).toBe(true);
  });

  it('ends a thread that never begins', () => {
    const wall = new Wall(notBegun(), 1_000);
    jest.advanceTimersByTime(61_000);
    expect(wall.signal.aborted).toBe(true);
  });

  it('is no more when it was taken down', () => {
    const begun = notBegun();
    begin(begun);
    const wall = new Wall(begun, 1_000);
    wall.takeDown();
    jest.advanceTimersByTime(5_000);
    expect(wall.signal.aborted).toBe(false);
  });
});
