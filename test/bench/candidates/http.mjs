// As little HTTP as a load needs, so that asking costs less than answering.

/** Ready bytes of one POST, or of a GET where there is no body. */
export const requestBytes = (path, body, token) => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: bench',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
};

const LENGTH = /\r\ncontent-length: (\d+)/i;

/** Calls `onAnswer` with its size for each whole answer of a socket, `onError` where one is not 200. */
export const readAnswers = (socket, onAnswer, onError) => {
  let missing = -1;
  let bytes = 0;
  socket.on('error', onError);
  socket.on('data', (chunk) => {
    if (missing < 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 200')) return onError(new Error(chunk.toString()));
      missing = end + 4 + Number(LENGTH.exec(head)?.[1]);
      bytes = missing;
    }
    missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    onAnswer(bytes);
  });
};
