/** Starts one server, reports its port, and its usage whenever it is asked. */

import process from 'node:process'
import { type NodeServer, SERVERS } from './servers.js'
import { reportUsage } from './usage.js'

const [name = '', peers = ''] = process.argv.slice(2)
reportUsage(await SERVERS[name as NodeServer](peers))
