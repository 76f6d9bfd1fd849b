/** Starts one server of the shapes. */

import process from 'node:process'
import { reportUsage } from '../serve/usage.js'
import { SERVERS, type ShapeServer } from './servers.js'

const [name = '', contract = ''] = process.argv.slice(2)
reportUsage(await SERVERS[name as ShapeServer](contract))
