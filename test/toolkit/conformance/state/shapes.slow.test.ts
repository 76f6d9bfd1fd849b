import t from 'tap'
import { tableOf } from '../../../helpers/rows.js'
import { played, type Shape } from './small-world.js'

/** Things of which there is little to say: a correct server is not blamed for any. */
const named = (members = '', required = 'name', more = '') => {
  const properties = `{id: {type: string, readOnly: true}, name: {type: string}${members}}`
  return `{type: object, required: [${required}], properties: ${properties}${more}}`
}

const SHAPES = tableOf<[name: string, shape: Shape]>(`
  things with names | {}
  identities that the client chooses | {asks: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}}
  nothing but an identity | {asks: {type: object, required: [id], properties: {id: {type: string}}, additionalProperties: false}}
  texts for bodies | {asks: {type: string, minLength: 1}}
  lists for bodies | {asks: {type: array, items: {type: integer}}}
  plain texts | {content: {text/plain: {}}, answers: {}}
  JSON without a schema | {content: {application/json: {}}, answers: {}}
  only PUT | {only: replace read remove}
  nothing to read | {only: create replace change remove}
  nothing but PUT and DELETE | {only: replace remove}
  only POST | {only: create}
  bodies of PUT that are plain texts | {changes: {text/plain: {}}}
  PUT without a list or PATCH | {only: create read replace}
  maps | {asks: {type: object, additionalProperties: {type: string}}, answers: {}}
  only POST and DELETE | {only: create remove}
  only POST and PATCH | {only: create change}
  identities of a list | {id: {enum: [a, b]}, only: replace read remove}
  UUIDs | {id: {type: string, format: uuid}, only: replace read remove}
  no valid identity | {id: {type: string, not: {}}, only: replace read remove}
  other identities in bodies | {asks: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}, only: replace read remove}
  other identities in bodies of POST | {asks: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}, id: {type: integer}}
  things without identities | {asks: {type: object, properties: {name: {type: string}}}, only: create list}
  pages by number | {query: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20}}, {name: page, in: query, schema: {type: integer, minimum: 1}}]}
  pages by offset | {query: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20}}, {name: offset, in: query, schema: {type: integer, minimum: 0, maximum: 500}}]}
  a limit alone | {query: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20}}]}
  a required parameter | {query: [{name: mode, in: query, required: true, schema: {enum: [all]}}]}
  a parameter without a valid value | {query: [{name: mode, in: query, required: true, schema: {not: {}}}]}
  no valid body with an identity | {asks: {type: object, required: [id], properties: {id: {type: string}}, not: {}}}
  maps with members | {asks: {type: object, minProperties: 1, additionalProperties: {type: string}}, answers: {}}
  items that nothing tells apart | {asks: {type: object, properties: {label: {type: string}}}, only: create list, query: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20}}, {name: offset, in: query, schema: {type: integer, minimum: 0}}]}
  a search | {query: [{name: q, in: query, schema: {type: string}}]}
  a default order | {query: [{name: sort, in: query, schema: {enum: [best], default: best}}]}
  no valid body | {asks: ${named('', 'name', ', not: {}')}, answers: ${named()}}
  members of any type | {asks: {type: object, required: [name], properties: {id: {type: string, readOnly: true}, name: {}}}}
  a constant that only the server sets | {asks: {type: object, required: [name], properties: {name: {type: string}, kind: {const: a, readOnly: true}}}, answers: {type: object, required: [name], properties: {name: {type: string}, id: {type: string}, kind: {const: a}}}}
  read-only members of POST alone | {changes: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
  POST without a body | {content: {}, changes: {application/json: {schema: ${named()}}}, answers: {type: object, properties: {id: {type: string}, name: {type: string}}}}
  conditions | {headers: [{name: If-Match, in: header, schema: {type: string}}, {name: If-None-Match, in: header, schema: {type: string}}]}
  conditions that are numbers | {headers: [{name: If-Match, in: header, schema: {type: string, pattern: '^"[0-9]+-[0-9]+"$'}}, {name: If-None-Match, in: header, schema: {type: string, pattern: '^"[0-9]+-[0-9]+"$'}}]}
  conditions that are not any | {headers: [{name: If-Match, in: header, schema: {type: string, minLength: 2}}, {name: If-None-Match, in: header, schema: {type: string, minLength: 2}}]}
  conditions for one version | {headers: [{name: If-Match, in: header, schema: {const: '"a"'}}, {name: If-None-Match, in: header, schema: {const: '"a"'}}]}
  versions in bodies | {asks: ${named(', version: {type: integer}')}}
  references of other types | {asks: ${named(', ownerId: {type: string}', 'name, ownerId')}, changes: {application/json: {schema: {type: object, required: [name, ownerId], properties: {name: {type: string}, ownerId: {type: integer}}}}}, answers: ${named(', ownerId: {}')}}
  maps, lists and integers | {asks: ${named(', labels: {type: object, additionalProperties: {type: string}}, count: {type: integer, format: int64, minimum: 0}, tags: {type: array, items: {type: string}}')}}
  lists and objects of nothing, large integers and patterns | {asks: ${named(`, any: {type: array}, free: {type: object}, none: {type: object, maxProperties: 0}, large: {type: integer, format: int64, examples: [1.152921504606846976e+18]}, fixed: {type: string, pattern: '^a$'}`)}}
  members of branches | {asks: ${named('', 'name', ', anyOf: [{properties: {color: {type: string}}}, {properties: {size: {type: integer}}}]')}}
`)

for (const [name, shape] of SHAPES) {
  t.test(`${name}: no violation`, async (t) => {
    const { told } = await played(shape)
    t.same(told, [])
  })
}
