/** A server in a thread of its own, for faults that would end or block the process. */

import { parentPort, workerData } from 'node:worker_threads'
import { faultNamed } from './faults.js'
import { listen, serverOf } from './kernel/listen.js'
import { pointsOf } from './points-of.js'

const { contract, name } = workerData
const server = serverOf(pointsOf(contract, faultNamed(contract, name)))
parentPort?.postMessage(await listen(server))
