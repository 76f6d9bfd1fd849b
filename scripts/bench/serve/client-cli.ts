/** Creates plants on one server after the other. */

import { runLoads } from '../shared/client-process.js'
import { type Creates, PlantCreator } from './creates.js'

const creator = new PlantCreator()
runLoads((creates: Creates) => creator.create(creates))
