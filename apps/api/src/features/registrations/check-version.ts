import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#core/json/value.js';
import { checkRegistration } from '#core/registration/check-registration.js';
import type { CheckResult } from '#core/registration/check-result.js';
import { factsAround } from '#core/registration/decide-registrations.js';
import { findVersion } from '#core/registration/judge.js';
import { comparedWith, latestOf } from '#core/versions/known-version.js';
import { parseVersion, readVersion } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import { notFound, Problem } from '../../http/problem.js';
import { ContractShelf } from '../versions/stored-contracts.js';
import type { StoredVersion } from '../versions/stored-version.js';
import { Judges } from './judges.js';
import { preparedOr400 } from './prepared-or-400.js';
import { RegistrationsRepository } from './registrations.repository.js';

export interface CheckVersionCommand {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: JsonObject;
  readonly against?: string;
}

/** What a registration would be told, without making it. */
@Injectable()
export class CheckVersion {
  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly judges: Judges,
    private readonly comparer: Comparer,
  ) {}

  async execute(
    command: CheckVersionCommand,
    { caller, gone }: RequestContext,
  ): Promise<CheckResult> {
    const { tool_id, version } = command;
    const sheet = this.comparer.begin({ caller: caller.keyId, gone });
    const prepared = await preparedOr400(sheet, command.manifest, { base: '/manifest' });
    const offer = { tool_id, version, ...prepared };

    const stored = await this.repository.load([tool_id]);
    const versions = stored.tools.find((tool) => tool.tool_id === tool_id)?.versions ?? [];
    const against = command.against === undefined ? null : versionNamed(command.against, versions);
    const reading = readVersion(version);
    if (!reading.ok) throw Problem.ofRefusal(reading.refusal);
    const also = [
      ...comparedWith(reading.version, versions),
      ...(against === null ? [] : [against]),
    ];
    const desk = { sheet, shelf: new ContractShelf() };
    const judgeOf = await this.judges.judging([], stored, desk, { also });

    return sheet.settle(() =>
      checkRegistration(
        offer,
        reading.version,
        factsAround(stored, tool_id),
        judgeOf(tool_id),
        against === null ? {} : { against },
      ),
    );
  }
}

const versionNamed = <V extends StoredVersion>(text: string, versions: readonly V[]): V => {
  const number = parseVersion(text);
  const found = text === 'latest' ? latestOf(versions) : number && findVersion(versions, number);
  if (found === null || found === undefined) throw notFound();
  return found;
};
