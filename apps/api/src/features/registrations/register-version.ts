import { Injectable } from '@nestjs/common';
import type { Json } from '#core/json/value.js';
import type { Decided } from '#core/registration/decide-registrations.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import type { Tx } from '../../database/transaction.js';
import { ReadVersion } from '../versions/read-version.js';
import { preparedOr400 } from './prepared-or-400.js';
import { Registrar } from './registrar.js';
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
    const offer = { tool_id, version, ...(await preparedOr400(sheet, command.manifest)) };
    return this.registrar.register(
      {
        offers: [offer],
        sheet,
        options: { refuseDrift },
        write: dryRun ? 'and-take-back' : 'and-keep',
      },
      context,
      ([decided], tx) => this.answer({ tool_id, version }, decided, tx),
    );
  }

  private async answer(
    path: { tool_id: string; version: string },
    decided: Decided | undefined,
    tx: Tx,
  ): Promise<RegistrationAnswer> {
    if (decided === undefined) throw new Error('one offer has one outcome');
    if (decided.outcome === 'refused') throw problemOfRefusal(decided);
    return registrationAnswer(decided, await this.versions.view(path, tx));
  }
}
