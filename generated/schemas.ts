/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import type { SchemaWithId } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/Plant */
export const PlantSchema: SchemaWithId = {
  $id: 'Plant',
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
}

/** @generated from #/components/schemas/NewPlant */
export const NewPlantSchema: SchemaWithId = {
  $id: 'NewPlant',
  allOf: [
    { $ref: 'Plant#' },
    { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
  ],
}

/** @generated from #/components/schemas/Error */
export const ErrorSchema: SchemaWithId = {
  $id: 'Error',
  type: 'object',
  required: ['error', 'message'],
  properties: { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
}

/** @generated from #/paths/~1plants/post/responses/401/headers */
export const CreatePlant401HeadersSchema: SchemaWithId = {
  $id: 'CreatePlant401Headers',
  type: 'object',
  properties: { 'WWW-Authenticate': { type: 'string' } },
  required: ['WWW-Authenticate'],
}

export const schemas: readonly SchemaWithId[] = [
  PlantSchema,
  NewPlantSchema,
  ErrorSchema,
  CreatePlant401HeadersSchema,
]
