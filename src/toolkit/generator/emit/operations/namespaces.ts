import { symbol } from '../../print/code.js'

/** The types of the runtime, in generated types of operations. */
export const CONTRACT = symbol('contract')

/** The types of schemas there. */
export const TYPES = symbol('types')
