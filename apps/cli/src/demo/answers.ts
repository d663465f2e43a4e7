import { resolvePointer } from '#core/json/pointer.js';
import { isArray, type Json } from '#core/json/value.js';
import type { Answer, ApiClient, Request } from '../client/api-client.js';
import { ApiRefusal, type ApiProblem } from '../client/problem.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

export const textAt = (body: Json, pointer: string): string => {
  const value = resolvePointer(body, pointer);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
};

export const numberAt = (body: Json, pointer: string): number =>
  Number(resolvePointer(body, pointer) ?? Number.NaN);

export const listAt = (body: Json, pointer: string): readonly Json[] => {
  const value = resolvePointer(body, pointer);
  return isArray(value) ? value : [];
};

/** The refusal that the story needs here; anything else would be a fault of the product. */
export const refusalOf = async (client: ApiClient, request: Request): Promise<ApiProblem> => {
  let answer: Answer;
  try {
    answer = await client.send(request);
  } catch (error) {
    if (error instanceof ApiRefusal) return error.problem;
    throw error;
  }
  throw new CommandFailure(
    EXIT.refused,
    `${request.method} ${request.path} was to be refused, and was answered ${answer.status}`,
  );
};
