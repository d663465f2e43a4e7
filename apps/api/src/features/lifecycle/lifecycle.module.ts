import { Module } from '@nestjs/common';
import { VersionsModule } from '../versions/versions.module.js';
import { ApproveByRule } from './approve-by-rule.js';
import { GiveEvidence } from './give-evidence.js';
import { LifecycleController } from './lifecycle.controller.js';
import { LifecycleRepository } from './lifecycle.repository.js';
import { ReleaseCheck } from './release-check.js';
import { SetRollout } from './set-rollout.js';
import { Successors } from './successors.js';
import { TakeStep } from './take-step.js';
import { TransitionVersion } from './transition-version.js';
import { WaiveGate } from './waive-gate.js';

@Module({
  imports: [VersionsModule],
  controllers: [LifecycleController],
  providers: [
    ApproveByRule,
    GiveEvidence,
    LifecycleRepository,
    ReleaseCheck,
    SetRollout,
    Successors,
    TakeStep,
    TransitionVersion,
    WaiveGate,
  ],
})
export class LifecycleModule {}
