import { Injectable } from '@nestjs/common';
import { isVisible, visibleVersions } from '#core/candidates/visible.js';
import type { Grant } from '#core/policy/grant.js';
import { notFound } from '../../http/problem.js';
import { VersionsRepository, type ViewedTool } from './versions.repository.js';

/** Tools as they exist for callers that hold only `candidates`. */
@Injectable()
export class VisibleTools {
  constructor(private readonly versions: VersionsRepository) {}

  /** The tool with those of its versions that may be known, or 404. */
  async find(toolId: string, grant: Grant): Promise<ViewedTool> {
    const tool = await this.versions.viewedTool(toolId);
    if (tool === null || !isVisible(tool, grant)) throw notFound();
    return { ...tool, versions: visibleVersions(tool.versions) };
  }
}
