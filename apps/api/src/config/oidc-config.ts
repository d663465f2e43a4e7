import type { Issuer } from '#core/identity/issuer.js';
import { readIssuers } from '#core/identity/read-issuers.js';
import { configDocument } from './config-document.js';
import { StartFailure } from './start-failure.js';

/** The issuers in a file of YAML or JSON, or a StartFailure that names every fault with its place. */
export const readOidcConfig = (path: string): readonly Issuer[] => {
  const reading = readIssuers(configDocument(path, 'QM_OIDC_CONFIG'));
  if (reading.ok) return reading.issuers;
  const faults = reading.faults.map(
    ({ pointer, code, message }) => `${pointer === '' ? '(root)' : pointer}: ${code}, ${message}`,
  );
  throw new StartFailure(`${path} (QM_OIDC_CONFIG) is refused: ${faults.join('; ')}`, 'Correct it');
};
