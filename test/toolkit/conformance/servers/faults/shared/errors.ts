/** Faults at the bodies of refusals of the body. */

import type { Answer, Points } from '../../kernel/points.js'
import { type FaultRow, faultRows, onError } from '../fault.js'

const plain = (status: number, type: string, body: string): Answer => ({
  ...{ status, type },
  body: Buffer.from(body),
})

const ERROR_FAULTS = `
  400-is-418 | What breaks the schema is answered with a status that is not for that. | documented status
  400-is-200 | What breaks the schema is answered 200 with an error. | documented status
  400-is-500 | What breaks the schema makes the server fail. | no 5xx
  empty-is-404 | A body that is empty is answered 404. | documented status
  400-as-text | A 400 is plain text. | error body
  400-without-body | A 400 has no body. | error body
  400-of-a-framework | A 400 has the body of a framework. | error body
  400-as-list | A 400 is a list of errors. | error body
  malformed-as-text | Only the 400 of a body that is not JSON is plain text. | error body
  415-as-text | A 415 is plain text. | error body
  406-as-text | A 406 is plain text. | error body
`

export function errorFaults(): FaultRow<Points>[] {
  const change400 = (change: (answer: Answer) => Answer) => onError(400, change)
  return faultRows<Points>(ERROR_FAULTS, {
    '400-is-418': change400((answer) => ({ ...answer, status: 418 })),
    '400-is-200': change400((answer) => ({ ...answer, status: 200 })),
    '400-is-500': change400((answer) => ({ ...answer, status: 500 })),
    'empty-is-404': onError(400, (answer, call) =>
      call?.bytes.length === 0 ? { ...answer, status: 404 } : answer,
    ),
    '400-as-text': change400(() => plain(400, 'text/plain', 'Bad Request')),
    '400-without-body': change400(() => ({ status: 400 })),
    '400-of-a-framework': change400((answer) => ({
      ...answer,
      body: { statusCode: 400, code: 'ERR_VALIDATION', error: 'Bad Request', message: 'wrong' },
    })),
    '400-as-list': change400((answer) => ({ ...answer, body: [answer.body as never] })),
    'malformed-as-text': (p: Points) => {
      const { errorAnswer } = p
      p.errorAnswer = (failure, call) =>
        failure.kind === 1 && failure.status === 400
          ? plain(400, 'text/plain', 'Unexpected token')
          : errorAnswer(failure, call)
    },
    '415-as-text': onError(415, () => plain(415, 'text/plain', 'Unsupported Media Type')),
    '406-as-text': onError(406, () => plain(406, 'text/plain', 'Not Acceptable')),
  })
}
