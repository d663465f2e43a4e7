/** The longest that a server kept a request waiting which costs it nothing, until `until` resolves. */
export const longestWait = async (port, until) => {
  let isOver = false;
  const ended = until.then(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const at = performance.now();
    await fetch(`http://127.0.0.1:${port}/livez`).then((answer) => answer.arrayBuffer());
    longest = Math.max(longest, performance.now() - at);
  }
  await ended;
  return longest;
};
