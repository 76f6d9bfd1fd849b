/** Measures stores, one after the other, in a process of its own. */

import { runLoads } from '../shared/client-process.js'
import { measureStore } from './measured-store.js'

runLoads(measureStore)
