import type { CatalogPoints } from '../catalog/points.js'
import { credentials } from '../catalog.js'
import { requests } from './catalog/requests.js'
import { responses } from './catalog/responses.js'
import { security } from './catalog/security.js'
import { state } from './catalog/state.js'
import { streams } from './catalog/streams.js'
import type { Fault } from './fault.js'
import { type Sample, sharedFaults } from './shared.js'

const NOVEL =
  '{"title":"The Garden","isbn":"9780306406157","price":{"amount":12.5,"currency":"EUR"},"genres":["novel"]}'

const sample: Sample = {
  ...{ prefix: 'create-', operation: 'createBook', path: '/books' },
  ...{ text: NOVEL, type: 'application/json' },
}

export const catalogFaults: readonly Fault<CatalogPoints>[] = [
  ...requests,
  ...responses,
  ...state,
  ...security,
  ...streams,
  ...sharedFaults(sample, credentials.bearerAuth),
]
