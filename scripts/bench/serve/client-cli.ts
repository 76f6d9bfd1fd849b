/** Creates plants on one server after the other. */

import { setPriority } from 'node:os'
import { runLoads } from '../shared/client-process.js'
import { type Creates, PlantCreator } from './creates.js'

// It never sleeps, so threads of a server get its processor when they want it.
setPriority(19)
const creator = new PlantCreator()
runLoads((creates: Creates) => creator.create(creates))
