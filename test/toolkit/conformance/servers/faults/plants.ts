import { credentials, type PlantPoints } from '../plants.js'
import type { Fault } from './fault.js'
import { responses } from './plants/responses.js'
import { state } from './plants/state.js'
import { valid } from './plants/valid.js'
import { validation } from './plants/validation.js'
import type { Sample } from './shared/sample.js'
import { sharedFaults } from './shared.js'

const sample: Sample = {
  ...{ prefix: '', operation: 'createPlant', path: '/plants' },
  ...{ text: '{"id":1,"name":"fern","tag":"shade"}', type: 'application/json' },
}

/** Plant stores with one fault each. */
export const plantFaults: readonly Fault<PlantPoints>[] = [
  ...validation,
  ...valid,
  ...responses,
  ...state,
  ...sharedFaults(sample, credentials.bearerAuth),
]
