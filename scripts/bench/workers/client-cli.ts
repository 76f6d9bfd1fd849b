/** Sends pieces of requests, when no other server has anything to do. */

import { runLoads } from '../shared/client-process.js'
import { loadInPieces } from './client.js'

runLoads(loadInPieces)
