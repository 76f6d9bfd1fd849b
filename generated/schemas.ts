/* c8 ignore start -- generated code; what it does is tested through the server that runs it */
/* Generated from spec/openapi.yaml (Plant Store 1.0.0) by `npm run generate`. Do not edit. */
import type { SchemaWithId } from '../src/contract/index.js'

/** @generated from #/components/schemas/Plant */
export const PlantSchema: SchemaWithId = {
  $id: 'Plant',
  description: 'A plant.',
  type: 'object',
  required: ['name'],
  properties: {
    name: {
      description: 'The name of the plant.',
      type: 'string',
      pattern: '^[^\\uD800-\\uDFFF]*$',
    },
    tag: {
      description: 'Tag that specifies the type of the plant.',
      type: 'string',
      pattern: '^[^\\uD800-\\uDFFF]*$',
    },
  },
}

/** @generated from #/components/schemas/NewPlant */
export const NewPlantSchema: SchemaWithId = {
  $id: 'NewPlant',
  description: 'A plant to create.',
  allOf: [
    { $ref: 'Plant#' },
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: { description: 'Identification number of the plant.', type: 'integer', format: 'int64' },
      },
    },
  ],
}

/** @generated from #/components/schemas/Error */
export const ErrorSchema: SchemaWithId = {
  $id: 'Error',
  description: 'What went wrong.',
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { description: 'Numeric error code; stable.', type: 'integer', format: 'int32' },
    message: { description: 'Text describing the error; prose that may change.', type: 'string' },
  },
}

/** @generated from #/paths/~1plants/post/responses/401/headers */
export const CreatePlant401HeadersSchema: SchemaWithId = {
  $id: 'CreatePlant401Headers',
  type: 'object',
  properties: {
    'WWW-Authenticate': { type: 'string', description: 'The challenge (RFC 6750, section 3).' },
  },
  required: ['WWW-Authenticate'],
}

export const schemas: readonly SchemaWithId[] = [
  PlantSchema,
  NewPlantSchema,
  ErrorSchema,
  CreatePlant401HeadersSchema,
]
