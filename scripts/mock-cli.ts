import process from 'node:process'
import { main } from './mock.js'
import { stopped } from './stopped.js'

process.exitCode = await main(process.argv.slice(2), stopped())
