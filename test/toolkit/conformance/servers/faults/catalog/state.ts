import { reading } from './state/reading.js'
import { reviews } from './state/reviews.js'
import { roundTrip } from './state/round-trip.js'
import { searching } from './state/searching.js'
import { updating } from './state/updating.js'
import { versions } from './state/versions.js'

/** Faults at what is kept. */
export const state = [...roundTrip, ...reading, ...updating, ...versions, ...reviews, ...searching]
