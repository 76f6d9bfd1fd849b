import t from 'tap'
import { talks } from '../../runtime/keeping.js'

const part = (name: string, pattern: string, schema: string) =>
  `{ required: [${name}], properties: { ${name}: true }, patternProperties: { '${pattern}': ${schema} } }`
const parts = (schema: string) =>
  `anyOf: [${part('k', '^a', schema)}, ${part('l', 'b$', schema)}, { required: [m], properties: { m: true } }]`

const INT64 = '{ type: integer, format: int64 }'

t.test('an int64 of `unevaluatedProperties` is what no pattern of a part evaluates', (t) =>
  talks(
    t,
    `POST /a: { body: $A, 200: $A }
A: { type: object, properties: { ax: { type: number } }, unevaluatedProperties: ${INT64}, ${parts('{ type: number }')} }`,
    `
POST /a {"k":"","ab":1,"ac":1,"b":1,"c":1,"ax":1} -> 200 {"ax":1,"k":"","ab":1,"ac":1,"b":1,"c":1} of { k: '', ab: 1, ac: 1, b: 1n, c: 1n, ax: 1 }
POST /a {"l":"","ab":1,"ac":1,"b":1,"c":1,"ax":1} -> 200 {"ax":1,"l":"","ab":1,"ac":1,"b":1,"c":1} of { l: '', ab: 1, ac: 1n, b: 1, c: 1n, ax: 1 }
POST /a {"k":"","l":"","ab":1,"ac":1,"b":1,"c":1,"ax":1} -> 200 {"ax":1,"k":"","l":"","ab":1,"ac":1,"b":1,"c":1} of { k: '', l: '', ab: 1, ac: 1, b: 1, c: 1n, ax: 1 }
POST /a {"m":"","ab":1,"ac":1,"b":1,"c":1,"ax":1} -> 200 {"ax":1,"m":"","ab":1,"ac":1,"b":1,"c":1} of { m: '', ab: 1n, ac: 1n, b: 1n, c: 1n, ax: 1 }`,
  ),
)

const DAY = '{ type: string, format: date }'

t.test('a typed format of what is not evaluated goes both ways', (t) =>
  talks(
    t,
    `POST /a: { body: $A, 200: $A }
A: { type: object, unevaluatedProperties: ${DAY}, ${parts('{ type: string }')}, properties: { list: { unevaluatedItems: ${DAY}, contains: { type: string, maxLength: 3 } } } }`,
    `POST /a {"k":"","ab":"2020-01-02","b":"2020-01-02","list":["abc","2020-01-02"]} -> 200 {"list":["abc","2020-01-02"],"k":"","ab":"2020-01-02","b":"2020-01-02"} of { k: '', ab: '2020-01-02', b: Date 2020-01-02, list: [ 'abc', Date 2020-01-02 ] }`,
    { formats: { date: 'Date' } },
  ),
)
