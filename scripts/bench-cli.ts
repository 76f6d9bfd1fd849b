import { reportCommandErrors } from '#toolkit/cli/arguments/arguments.js'
import { main } from './bench.js'

process.exitCode = await reportCommandErrors(() => main(process.argv.slice(2)))
