import { shortened } from './shortened.js'
import { NumberToken } from './token.js'

/** A value in a sentence. */
export function shown(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof NumberToken) return value.text
  const text = String(JSON.stringify(value, (_, each) => plain(each)))
  return shortened(text, 60)
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' || value instanceof NumberToken ? shown(value) : value
}
