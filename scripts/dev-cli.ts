import { fileURLToPath } from 'node:url'
import { dev } from './dev.js'
import { stopped } from './stopped.js'

await dev(fileURLToPath(new URL('../../', import.meta.url)), stopped())
