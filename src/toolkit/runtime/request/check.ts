import type { preValidationHookHandler } from 'fastify'
import { accepts } from '../../validation/validator.js'
import type { RequestMedia } from '../contract/media.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { contractViolation, type Violation, violationsAt } from '../errors/violations.js'
import { readFields } from '../parameters/form-fields.js'
import { type ReceivedRequest, STATE } from './request-state.js'

/** Validates what a client has sent; why this is no validator of Fastify is in `guide/internals.md`. */
export const checkRequest: preValidationHookHandler = (request, _reply, done) => {
  const state = (request as ReceivedRequest)[STATE]
  const parameters = state.plan.readParameters?.(request)
  state.parameters = parameters
  const ofBody = bodyViolations(request as ReceivedRequest)
  if (ofBody.length === 0 && !parameters?.violations.length) done()
  else done(requestError([...(parameters?.violations ?? []), ...ofBody]))
}

/** Fastify lets a request without its required body pass. */
const MISSING = { place: 'body', pointer: '', keyword: 'required', message: 'is required' }

const NONE: readonly Violation[] = []

type TextualMedia = Exclude<RequestMedia, { kind: 'binary' | 'sequential' | 'multipart' }>

/** Violations of a body that was read whole; others are validated while they are read. */
function bodyViolations(request: ReceivedRequest): readonly Violation[] {
  const { plan, media: selected } = request[STATE]
  const { operation, explain } = plan
  if (selected === undefined) return operation.requestBody?.required === true ? [MISSING] : NONE
  if (selected.isStreamed) return NONE
  const media = selected.media as TextualMedia
  if (media.kind === 'form') {
    const { values, violations } = readFields(request.body as string, media, explain)
    request.body = values
    return violations
  }
  const { schema, validate } = media
  if (schema === undefined || validate === undefined || accepts(validate, request.body)) return NONE
  return violationsAt('body', explain(schema, request.body))
}

function requestError(violations: readonly Violation[]): HttpRefusal {
  const isMissing = violations.length === 1 && violations[0] === MISSING
  if (!isMissing) return contractViolation(violations)
  return new HttpRefusal(errors.missingBody, { violations })
}
