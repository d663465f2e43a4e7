/**
 * Whether a name is the service's own: `bootstrap`, the admin that was there before any key, and
 * `rule:…`, what was approved by rule. Nobody may bear one, however it is spelled, lest the trail
 * tells of somebody else.
 */
export const isReservedSubject = (subject: string): boolean => {
  const name = subject.trim().toLowerCase();
  return name === 'bootstrap' || name.startsWith('rule:');
};
