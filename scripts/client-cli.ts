import { main } from './client.js'

process.exitCode = await main(process.argv.slice(2))
