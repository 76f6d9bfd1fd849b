import process from 'node:process'
import { COMMANDS } from './commands.js'
import { dispatch } from './dispatch.js'

// All is printed by `console`, which goes on when whoever reads that goes away.
process.exitCode = await dispatch(process.argv.slice(2), COMMANDS)
