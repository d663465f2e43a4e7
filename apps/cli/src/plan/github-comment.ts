import { readFile } from 'node:fs/promises';
import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { readJson } from '#core/json/read.js';
import { asObject, objectAt, textAt } from '../catalog/fields.js';
import type { GithubSettings } from '../env.js';
import type { Session } from '../session.js';

const TIMEOUT_MS = 30_000;
const PER_PAGE = 100;
/** A pull request with more comments than this gets a new one. */
const MOST_PAGES = 30;

/** What GitHub takes in one comment is 65,536 characters. */
export const MOST_OF_A_COMMENT = 60_000;

/**
 * Leaves one comment on the pull request of the run, and rewrites it the next time: `key` tells it
 * from others of this program. Nothing that goes wrong here is worth failing the run for, so it is
 * said and no more.
 */
export const leaveComment = async (
  session: Session,
  key: string,
  body: string,
): Promise<'created' | 'updated' | 'none'> => {
  const { settings, terminal } = session;
  const { github } = settings;
  const number = github === undefined ? null : await pullRequestOf(github);
  if (github === undefined || number === null) {
    terminal.err('No comment: this is no run for a pull request.');
    return 'none';
  }
  const marker = `<!-- quartermaster plan: ${key.replaceAll('--', '- -')} -->`;
  try {
    return await writeComment(new Comments(session.fetch, github, number), marker, body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.err(`No comment: ${reason}. The job needs the permission \`pull-requests: write\`.`);
    return 'none';
  }
};

async function writeComment(
  comments: Comments,
  marker: string,
  body: string,
): Promise<'created' | 'updated'> {
  const own = await comments.find((text) => text.startsWith(marker));
  const text = `${marker}\n${body}`;
  await (own === null ? comments.create(text) : comments.update(own, text));
  return own === null ? 'created' : 'updated';
}

/** The number of the pull request that the event is about. */
async function pullRequestOf({ eventPath }: GithubSettings): Promise<number | null> {
  const reading = readJson(await readFile(eventPath, 'utf8').catch(() => ''));
  const event = reading.ok ? asObject(reading.value) : {};
  const number = member(objectAt(event, 'pull_request'), 'number');
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** The comments of one pull request, over the REST interface of GitHub. */
class Comments {
  constructor(
    private readonly send: typeof fetch,
    private readonly github: GithubSettings,
    private readonly number: number,
  ) {}

  /** The id of the first whose text is the one that is sought. */
  async find(isSought: (text: string) => boolean): Promise<number | null> {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const path = `/issues/${this.number}/comments?per_page=${PER_PAGE}&page=${page}`;
      const listed = await this.ask('GET', path);
      const comments = isArray(listed) ? listed.filter((entry) => isObject(entry)) : [];
      const own = comments.find((comment) => isSought(textAt(comment, 'body') ?? ''));
      const id = own === undefined ? undefined : member(own, 'id');
      if (typeof id === 'number') return id;
      if (comments.length < PER_PAGE) return null;
    }
    return null;
  }

  create(body: string): Promise<Json> {
    return this.ask('POST', `/issues/${this.number}/comments`, { body });
  }

  update(id: number, body: string): Promise<Json> {
    return this.ask('PATCH', `/issues/comments/${id}`, { body });
  }

  private async ask(method: string, path: string, body?: JsonObject): Promise<Json> {
    const { apiUrl, repository, token } = this.github;
    const answer = await this.send(`${apiUrl}/repos/${repository}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'quartermaster',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`GitHub answers ${answer.status} to ${method} ${path}`);
    const reading = readJson(await answer.text());
    return reading.ok ? reading.value : null;
  }
}
