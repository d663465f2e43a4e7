import { Module } from '@nestjs/common';
import { CandidatesModule } from '../candidates/candidates.module.js';
import { NamespacesController } from './namespaces.controller.js';
import { ReadTools } from './read-tools.js';
import { ShowTools } from './show-tools.js';
import { Suspend } from './suspend.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { ToolsController } from './tools.controller.js';
import { ToolsRepository } from './tools.repository.js';
import { UpdateTool } from './update-tool.js';

@Module({
  imports: [CandidatesModule],
  controllers: [NamespacesController, ToolsController],
  providers: [ReadTools, ShowTools, Suspend, SuspensionsRepository, ToolsRepository, UpdateTool],
})
export class ToolsModule {}
