import { errors as contractErrors, type ErrorBody } from './contract/index.js'

/** Every error that the plant store answers: the contract runtime's, and its own. */
export const errors = {
  ...contractErrors,
  idTaken: { error: 40901, message: 'Another plant holds this id.' },
} as const satisfies Record<string, ErrorBody>
