import { isInt64 } from '../openapi/json.js'
import { guarded } from '../regex/linear/matcher.js'
import * as containers from './containers.js'
import * as equality from './equality.js'
import { Evaluated } from './evaluated.js'
import { formats } from './formats.js'
import { memoizeVerdict } from './memoize-verdict.js'
import * as numbers from './numbers.js'
import * as strings from './strings.js'
import * as types from './types.js'
import { unique } from './unique.js'

/** Helpers of compiled validators. */
export const validation = {
  ...containers,
  ...equality,
  ...numbers,
  ...strings,
  ...types,
  anInt64: isInt64,
  evaluatedParts: () => new Evaluated(),
  formats,
  guarded,
  memoizeVerdict,
  unique,
}
