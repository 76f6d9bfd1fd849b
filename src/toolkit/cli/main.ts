import process from 'node:process'
import { COMMANDS } from './commands.js'
import { dispatch } from './dispatch.js'
import { ignoreClosedPipes } from './process/signals.js'

ignoreClosedPipes(process.stdout, process.stderr)
process.exitCode = await dispatch(process.argv.slice(2), COMMANDS)
