import { refuseSpelling } from './refuse-offer.js';

const told = (toolId: string, tool_id: string | null, namespace: string | null) => {
  // Nothing else of an offer is looked at.
  const offer = { tool_id: toolId } as Parameters<typeof refuseSpelling>[0];
  return refuseSpelling(offer, { spelling: { tool_id, namespace } })?.message;
};

describe('an id in another spelling', () => {
  it("is told within the publisher's own namespace", () => {
    expect(told('echo.Say', 'echo.say', 'echo')).toBe('the tool is registered as echo.say');
  });

  it('is not told of a namespace that may be somebody else’s, nor of what is in it', () => {
    const message = 'the namespace is registered in another spelling';
    expect(told('ECHO.say', 'echo.say', 'echo')).toBe(message);
    expect(told('ECHO.other', null, 'echo')).toBe(message);
  });

  it('is none where it is spelled the same', () => {
    expect(told('echo.say', 'echo.say', 'echo')).toBeUndefined();
    expect(told('echo.say', null, null)).toBeUndefined();
  });
});
