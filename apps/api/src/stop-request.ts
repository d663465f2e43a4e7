const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export type StopReason = (typeof SIGNALS)[number] | 'parent-ended';

const PARENT_CHECK_MS = 250;

/**
 * Resolves at the first signal, and rejects with an error that nobody caught. The listeners stay
 * until the process ends, so that a second signal (npm hands on what Ctrl-C has already sent to
 * everybody) does not cut the stop short.
 *
 * Between npm and this process stands a shell that ends on a signal without passing it on, which is
 * why the end of `parent` is a request as well.
 */
export const stopRequest = (parent: number | undefined): Promise<StopReason> => {
  const request = new Promise<StopReason>((resolve, reject) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
    process.on('uncaughtException', reject);
    if (parent === undefined) return;
    setInterval(() => {
      if (process.ppid !== parent) resolve('parent-ended');
    }, PARENT_CHECK_MS).unref();
  });
  // An error during the start is waited for only later.
  request.catch(() => undefined);
  return request;
};
