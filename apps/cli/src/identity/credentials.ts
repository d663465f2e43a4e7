import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { textAt } from '../catalog/fields.js';
import { readJson } from '#core/json/read.js';
import { isObject, member, objectOf, type JsonObject } from '#core/json/value.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

/** How somebody is signed in to one catalog. */
export interface Credential {
  readonly issuer: string;
  readonly client_id: string;
  /** Which token of the issuer the catalog is sent. */
  readonly use: TokenUse;
  readonly token: string;
  readonly refresh_token?: string;
}

export type TokenUse = 'id_token' | 'access_token';

/** Where the tokens of this user are, by the address of the catalog. */
export class CredentialFile {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'quartermaster', 'credentials.json');
  }

  async find(catalog: string): Promise<Credential | undefined> {
    const entry = member(await this.read(), keyOf(catalog));
    return isObject(entry) ? credentialOf(entry) : undefined;
  }

  async keep(catalog: string, credential: Credential): Promise<void> {
    const others = Object.entries(await this.read()).filter(([name]) => name !== keyOf(catalog));
    await this.write(objectOf([...others, [keyOf(catalog), { ...credential }]]));
  }

  async forget(catalog: string): Promise<void> {
    const others = Object.entries(await this.read()).filter(([name]) => name !== keyOf(catalog));
    if (others.length === 0) await rm(this.path, { force: true });
    else await this.write(objectOf(others));
  }

  private async read(): Promise<JsonObject> {
    let text: string;
    try {
      await this.requirePrivate();
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      return {};
    }
    const reading = readJson(text);
    return reading.ok && isObject(reading.value) ? reading.value : {};
  }

  /** Where others may read it, they may have: nobody is to go on as if nothing were. */
  private async requirePrivate(): Promise<void> {
    const { mode } = await stat(this.path);
    if (process.platform === 'win32' || (mode & 0o077) === 0) return;
    throw new CommandFailure(
      EXIT.usage,
      `${this.path} can be read by others`,
      `Run chmod 600 ${this.path}, and sign in anew where somebody may have.`,
    );
  }

  /** Whole or not at all, and at no moment for anybody else. */
  private async write(document: JsonObject): Promise<void> {
    const folder = dirname(this.path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${this.path}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, this.path);
  }
}

const keyOf = (catalog: string): string => catalog.replace(/\/+$/, '');

const credentialOf = (entry: JsonObject): Credential | undefined => {
  const [issuer, clientId, use, token] = ['issuer', 'client_id', 'use', 'token'].map((name) =>
    textAt(entry, name),
  );
  if (issuer === undefined || clientId === undefined || token === undefined) return undefined;
  const refresh = textAt(entry, 'refresh_token');
  return {
    issuer,
    client_id: clientId,
    use: use === 'access_token' ? use : 'id_token',
    token,
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
  };
};
