import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/index.js'

/** A status that an operation documents. */
export interface ChosenStatus {
  /** Key in the document: `200`, `4XX`, `default`. */
  readonly key: string
  readonly status: number
}

/** Status of a response: the requested one if documented, else the first success. */
export function chooseStatus(
  { responses }: OperationContract,
  code: number | undefined,
): ChosenStatus | undefined {
  const keys = Object.keys(responses)
  if (code !== undefined) {
    const key = statusKeys(code).find((each) => keys.includes(each))
    return key === undefined || code < 200 ? undefined : { key, status: code }
  }
  const isSuccess = (key: string) => key.startsWith('2')
  const isFinal = (key: string) => !key.startsWith('1')
  const key = keys.find(isSuccess) ?? keys.find((each) => each === 'default') ?? keys.find(isFinal)
  return key === undefined ? undefined : { key, status: statusOf(key) }
}

function statusOf(key: string): number {
  if (key === 'default') return 200
  return Number(key.replace(/XX$/i, '00'))
}
