// A process of its own: the kit's identities begin with the clock when it is loaded.
import { runAll } from '../../../helpers/run-all.js'

runAll(import.meta.url)
