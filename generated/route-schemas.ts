/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import type { RouteSchema, RouteSchemas } from 'fastify-contract/codegen'

/** @generated from #/paths/~1plants/post */
export const CreatePlantRouteSchema: RouteSchema = {
  operationId: 'createPlant',
  summary: 'Create a plant',
  description: 'Creates a new plant in the store. The id is unique and a retry is safe: the same id with the same content answers 200 again and stores nothing new, the same id with other content answers 409 and the first plant stays.',
  tags: ['plants'],
  security: [{ bearerAuth: [] }],
  body: { content: { 'application/json': { schema: { $ref: 'NewPlant#' } } } },
  response: {
    '200': {
      description: 'The plant as it is stored.',
      content: { 'application/json': { schema: { $ref: 'Plant#' } } },
    },
    '400': {
      description: 'The request breaks the contract.',
      content: { 'application/json': { schema: { $ref: 'Error#' } } },
    },
    '401': {
      description: 'The credential is missing or not accepted.',
      headers: { 'WWW-Authenticate': { type: 'string' } },
      content: { 'application/json': { schema: { $ref: 'Error#' } } },
    },
    '409': {
      description: 'Another plant holds this id.',
      content: { 'application/json': { schema: { $ref: 'Error#' } } },
    },
    default: {
      description: 'Any other failure.',
      content: { 'application/json': { schema: { $ref: 'Error#' } } },
    },
  },
}

export const routeSchemas: RouteSchemas = {
  createPlant: CreatePlantRouteSchema,
}
