import { credentials, type PlantPoints } from '../plants.js'
import { type Fault, faultsOf } from './fault.js'
import { responses } from './plants/responses.js'
import { state } from './plants/state.js'
import { valid } from './plants/valid.js'
import { validation } from './plants/validation.js'
import { authFaults } from './shared/auth.js'
import { errorFaults } from './shared/errors.js'
import { framingFaults, violentFaults } from './shared/framing.js'
import { httpFaults } from './shared/http.js'
import { jsonFaults } from './shared/json.js'
import { mediaFaults } from './shared/media.js'
import type { Sample } from './shared/sample.js'

const sample: Sample = {
  ...{ prefix: '', operation: 'createPlant', method: 'POST', path: '/plants' },
  ...{ text: '{"id":1,"name":"fern","tag":"shade"}', type: 'application/json', ok: 200 },
}

/** Plant stores with one fault each. */
export const plantFaults: readonly Fault<PlantPoints>[] = [
  ...validation,
  ...valid,
  ...responses,
  ...state,
  ...faultsOf('json', jsonFaults(sample)),
  ...faultsOf('media type', mediaFaults(sample)),
  ...faultsOf('security', authFaults(sample, credentials.bearerAuth)),
  ...faultsOf('http', httpFaults(sample)),
  ...faultsOf('error body', errorFaults(sample)),
  ...faultsOf('framing', framingFaults(sample)),
  ...faultsOf('stays up', violentFaults(sample, 'aaaaa'), true),
]
