import { Injectable } from '@nestjs/common';
import type { Contract } from '#core/contract/contract.js';
import type { Json } from '#core/json/value.js';
import type { Decided } from '#core/registration/decide-registrations.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import { ReadVersion } from '../versions/read-version.js';
import { preparedOr400 } from './prepared-or-400.js';
import { createdVersion } from './created-version.js';
import { Registrar, type Written } from './registrar.js';
import { lintedFor } from './stored-catalog.js';
import {
  problemOfRefusal,
  registrationAnswer,
  type RegistrationAnswer,
} from './registrations.answers.js';

export interface RegisterVersionCommand {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: Json;
  readonly dryRun: boolean;
  readonly refuseDrift: boolean;
}

@Injectable()
export class RegisterVersion {
  constructor(
    private readonly registrar: Registrar,
    private readonly versions: ReadVersion,
    private readonly comparer: Comparer,
  ) {}

  async execute(
    command: RegisterVersionCommand,
    context: RequestContext,
  ): Promise<RegistrationAnswer> {
    const { tool_id, version, dryRun, refuseDrift } = command;
    const sheet = this.comparer.begin({ caller: context.caller.keyId, gone: context.gone });
    const seen = await this.registrar.look([tool_id]);
    const lintFor = lintedFor(seen)(tool_id, version);
    const prepared = await preparedOr400(sheet, command.manifest, { lintFor });
    return this.registrar.register(
      {
        offers: [{ tool_id, version, ...prepared }],
        seen,
        sheet,
        options: { refuseDrift },
        write: dryRun ? 'and-take-back' : 'and-keep',
        reads: 'version',
      },
      context,
      ([decided], written) =>
        this.answer({ tool_id, version }, decided, {
          written,
          contract: prepared.manifest.contract,
        }),
    );
  }

  private async answer(
    path: { tool_id: string; version: string },
    decided: Decided | undefined,
    { written, contract }: { readonly written: Written | null; readonly contract: Contract },
  ): Promise<RegistrationAnswer> {
    if (decided === undefined) throw new Error('one offer has one outcome');
    if (decided.outcome === 'refused') throw problemOfRefusal(decided);
    const created = written === null ? null : createdVersion(written, contract);
    const view =
      created === null
        ? await this.versions.view(path, written?.tx ?? undefined)
        : this.versions.viewOf(created);
    return registrationAnswer(decided, view);
  }
}
