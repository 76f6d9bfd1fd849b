import t from 'tap'
import { typeFromValue } from '#toolkit/generator/read/schemas/type-keyword.js'

/** Other values of `type` in documents, by their reading. */
const table: [read: object | undefined, given: unknown[]][] = [
  [{}, ['any', 'enum', 'json', 'mixed', 'none', 'undefined', 'unknown', '', ' ', 5, [], ['any']]],
  [{ type: 'array' }, ['array', 'list']],
  [{ type: 'boolean' }, ['bool', 'Boolean']],
  [{ type: 'integer' }, ['int', 'short', ' Integer ']],
  [{ type: 'integer', format: 'int32' }, ['int32']],
  [{ type: 'integer', format: 'int64' }, ['int64', 'long', 'LONG']],
  [{ type: 'null' }, ['null']],
  [{ type: 'number' }, ['number', 'bigdecimal', 'decimal', 'numeric']],
  [{ type: 'number', format: 'double' }, ['double']],
  [{ type: 'number', format: 'float' }, ['float']],
  [{ type: 'object' }, ['object', 'dict', 'hash', 'map']],
  [{ type: 'string' }, ['string', 'char', 'password', 'str', 'text']],
  [{ type: 'string', format: 'binary' }, ['binary', 'file']],
  [{ type: 'string', format: 'byte' }, ['byte']],
  [{ type: 'string', format: 'date' }, ['date']],
  [{ type: 'string', format: 'date-time' }, ['date-time', 'datetime', 'DateTime']],
  [{ type: 'string', format: 'email' }, ['email']],
  [{ type: 'string', format: 'time' }, ['time']],
  [{ type: 'string', format: 'uri' }, ['uri', 'url']],
  [{ type: 'string', format: 'uuid' }, ['guid', 'uuid']],
  [{ type: ['string', 'null'] }, ['string|null', 'string, null', 'str/null', ['text', null]]],
  [{ type: ['integer'] }, [['int', 'long']]],
  [undefined, ['plant', 'constructor', ['string', 'plant'], 'string|plant']],
]

for (const [read, given] of table) {
  t.test(`${given.join(' or ')} is read`, async (t) => {
    for (const each of given) t.strictSame(typeFromValue(each), read)
  })
}
