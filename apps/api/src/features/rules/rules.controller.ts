import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { AnyCaller } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { notFound } from '../../http/problem.js';
import { Problems } from '../../http/problems.decorator.js';
import { RULE_ANSWERS, RULE_SCHEMA, ruleAnswer, type RuleAnswer } from './rules.answers.js';

const TAGS = ['Rules'];
const EXAMPLE = ruleAnswer('input-property-became-required');

@Controller('v1/rules')
export class RulesController {
  @Get()
  @AnyCaller()
  @ApiOperation({
    summary: 'Every rule that a check applies',
    description: 'The rules of compatibility and those of the lint, by id, all in one answer.',
    tags: TAGS,
  })
  @ApiResponse({
    status: 200,
    description: 'The rules.',
    schema: openApiSchema({
      type: 'object',
      properties: {
        items: { type: 'array', items: RULE_SCHEMA },
        next_cursor: { type: 'null' },
      },
      required: ['items', 'next_cursor'],
      additionalProperties: false,
    }),
    example: { items: [EXAMPLE], next_cursor: null },
  })
  @Problems('unauthenticated')
  list(): { items: readonly RuleAnswer[]; next_cursor: null } {
    return { items: RULE_ANSWERS, next_cursor: null };
  }

  @Get(':id')
  @AnyCaller()
  @ApiOperation({ summary: 'One rule, with its reason, its remedy and its examples', tags: TAGS })
  @ApiResponse({
    status: 200,
    description: 'The rule.',
    schema: openApiSchema(RULE_SCHEMA),
    example: EXAMPLE,
  })
  @Problems('unauthenticated', 'not-found')
  get(@Param('id') id: string): RuleAnswer {
    const rule = ruleAnswer(id);
    if (rule === undefined) throw notFound();
    return rule;
  }
}
