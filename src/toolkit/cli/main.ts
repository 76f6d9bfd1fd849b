import process from 'node:process'
import { ignoreClosedPipes } from '../runtime/process/closed-pipe.js'
import { COMMANDS } from './commands.js'
import { dispatch } from './dispatch.js'

ignoreClosedPipes(process.stdout, process.stderr)
process.exitCode = await dispatch(process.argv.slice(2), COMMANDS)
