/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
import type { Contract, OperationContract } from 'fastify-contract/codegen'
import * as conversions from './conversions.js'
import type { Handlers } from './operations.js'
import { routeSchemas } from './route-schemas.js'
import { schemas } from './schemas.js'
import * as serializers from './serializers.js'
import * as validators from './validators.js'

/** @generated from #/paths/~1plants/post */
export const CreatePlantOperation: OperationContract = {
  operationId: 'createPlant',
  method: 'POST',
  path: '/plants',
  url: '/plants',
  security: [{ bearerAuth: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: 'NewPlant',
        validate: validators.isNewPlant,
        conversions: conversions.conversionsOfNewPlant,
      },
    },
  },
  responseHeaders: {
    '401': {
      names: ['WWW-Authenticate'],
      schema: 'CreatePlant401Headers',
      validate: validators.isCreatePlant401Headers,
    },
  },
  responses: {
    '200': {
      'application/json': {
        schema: 'Plant',
        validate: validators.isPlant,
        serialize: serializers.writePlant,
      },
    },
    '400': {
      'application/json': {
        schema: 'Error',
        validate: validators.isError,
        serialize: serializers.writeError,
      },
    },
    '401': {
      'application/json': {
        schema: 'Error',
        validate: validators.isError,
        serialize: serializers.writeError,
      },
    },
    '409': {
      'application/json': {
        schema: 'Error',
        validate: validators.isError,
        serialize: serializers.writeError,
      },
    },
    default: {
      'application/json': {
        schema: 'Error',
        validate: validators.isError,
        serialize: serializers.writeError,
      },
    },
  },
}

export const contract: Contract<Handlers, 'bearerAuth'> = {
  title: 'Plant Store',
  version: '1.0.0',
  basePath: '',
  securitySchemes: [{ name: 'bearerAuth', type: 'http', scheme: 'bearer' }],
  schemas,
  routeSchemas,
  operations: [CreatePlantOperation],
}
