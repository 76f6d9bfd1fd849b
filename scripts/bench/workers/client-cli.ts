/** Sends pieces of requests to one server, while the others are idle. */

import { runLoads } from '../shared/client-process.js'
import { loadInPieces } from './client.js'

runLoads(loadInPieces)
