import { runAll } from '../../../helpers/run-all.js'

runAll(import.meta.url)
