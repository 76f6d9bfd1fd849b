import type { CatalogPoints } from '../catalog/points.js'
import { credentials } from '../catalog.js'
import { bodies } from './catalog/bodies.js'
import { parameters } from './catalog/parameters.js'
import { responses } from './catalog/responses.js'
import { security } from './catalog/security.js'
import { state } from './catalog/state.js'
import { streams } from './catalog/streams.js'
import { type Fault, faultsOf } from './fault.js'
import { authFaults } from './shared/auth.js'
import { errorFaults } from './shared/errors.js'
import { framingFaults, violentFaults } from './shared/framing.js'
import { httpFaults } from './shared/http.js'
import { jsonFaults } from './shared/json.js'
import { mediaFaults } from './shared/media.js'
import type { Sample } from './shared/sample.js'

const NOVEL =
  '{"title":"The Garden","isbn":"9780306406157","price":{"amount":12.5,"currency":"EUR"},"genres":["novel"]}'

const sample: Sample = {
  ...{ prefix: 'create-', operation: 'createBook', method: 'POST', path: '/books' },
  ...{ text: NOVEL, type: 'application/json', ok: 201 },
}

/** Catalogs with one fault each. */
export const catalogFaults: readonly Fault<CatalogPoints>[] = [
  ...bodies,
  ...parameters,
  ...responses,
  ...state,
  ...security,
  ...streams,
  ...faultsOf('json', jsonFaults(sample)),
  ...faultsOf('media type', mediaFaults(sample)),
  ...faultsOf('security', authFaults(sample, credentials.bearerAuth)),
  ...faultsOf('http', httpFaults(sample)),
  ...faultsOf('error body', errorFaults(sample)),
  ...faultsOf('framing', framingFaults(sample)),
  ...faultsOf('stays up', violentFaults(sample, 'aaaaa'), true),
]
