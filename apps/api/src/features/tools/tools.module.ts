import { Module } from '@nestjs/common';
import { NamespacesController } from './namespaces.controller.js';
import { ReadTools } from './read-tools.js';
import { Suspend } from './suspend.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { ToolsController } from './tools.controller.js';
import { ToolsRepository } from './tools.repository.js';
import { UpdateTool } from './update-tool.js';

@Module({
  controllers: [NamespacesController, ToolsController],
  providers: [ReadTools, Suspend, SuspensionsRepository, ToolsRepository, UpdateTool],
})
export class ToolsModule {}
