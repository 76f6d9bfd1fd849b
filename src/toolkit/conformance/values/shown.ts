import { shortened } from './shortened.js'
import { looseJsonText } from './token.js'

export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(looseJsonText(value), 120)
}
