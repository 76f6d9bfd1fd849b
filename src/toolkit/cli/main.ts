import process from 'node:process'
import { COMMANDS } from './commands.js'
import { dispatch } from './dispatch.js'

process.exitCode = await dispatch(process.argv.slice(2), COMMANDS)
