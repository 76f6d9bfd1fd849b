import type { validation } from '../../../validation/helpers.js'
import { code, symbol } from '../../print/code.js'

/** Functions of the runtime's `validation` that generated code calls by these names. */
export const HELPERS = [
  'above',
  'anInt32',
  'anInt64',
  'anInteger',
  'anObject',
  'aNumber',
  'atLeast',
  'atMost',
  'below',
  'containsEnough',
  'countMembers',
  'equalTo',
  'evaluatedParts',
  'formats',
  'guarded',
  'hasMember',
  'hasRequired',
  'hasType',
  'longerThan',
  'multipleOf',
  'memoizeVerdict',
  'oneOf',
  'shorterThan',
  'unique',
] as const satisfies readonly (keyof typeof validation)[]

export type Helper = (typeof HELPERS)[number]

/** `validation.guarded`, the replacement of patterns that could take too long. */
export const GUARDED = code`${symbol('validation')}.guarded`
