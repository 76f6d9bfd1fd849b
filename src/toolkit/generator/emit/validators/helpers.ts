import { validation } from '../../../validation/helpers.js'
import { code, symbol } from '../../print/code.js'

export type Helper = keyof typeof validation

/** Functions of the runtime's `validation`, which generated code calls by these names. */
export const HELPERS = (Object.keys(validation) as Helper[]).sort((a, b) =>
  a.toLowerCase() < b.toLowerCase() ? -1 : 1,
)

/** `validation.guarded`, the replacement of patterns that could take too long. */
export const GUARDED = code`${symbol('validation')}.guarded`
