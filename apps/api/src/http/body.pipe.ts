import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Json } from '#core/json/value.js';
import { shapeFaults } from '#core/schema/shape.js';
import { Problem } from './problem.js';

/**
 * Reads a body by a JSON Schema of our own: unknown, missing and wrong members are refused with
 * their places. Unlike class-transformer it drops nothing, whatever a member is called.
 * The schema vouches for the type that the controller's parameter states.
 */
@Injectable()
export class BodyPipe implements PipeTransform<Json | undefined, Json> {
  constructor(private readonly schema: Json) {}

  transform(body: Json | undefined): Json {
    if (body === undefined) {
      throw new Problem('body-invalid', {
        detail: 'The request has no body.',
        errors: [{ pointer: '', code: 'missing-field', message: 'is missing' }],
      });
    }
    const errors = shapeFaults(this.schema, body);
    if (errors.length === 0) return body;
    throw new Problem('body-invalid', {
      detail: `${errors.length === 1 ? 'One member' : `${errors.length} members`} of the body cannot be read.`,
      errors,
    });
  }
}
