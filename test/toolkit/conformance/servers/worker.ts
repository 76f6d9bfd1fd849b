/** A server in a thread of its own, for faults that would end or block the process. */

import { parentPort, workerData } from 'node:worker_threads'
import { faultNamed } from './faults.js'
import { startPatched } from './start.js'

const { contract, name } = workerData
const { url } = await startPatched(contract, faultNamed(contract, name).patch)
parentPort?.postMessage(url)
