/** Changes beside those of schemas: where tokens come from, servers, forms, annotations, events. */

import t from 'tap'
import { rowsOf } from '../../helpers/rows.js'
import { changesOf, documentIn } from './helpers/documents.js'

/** Two documents, and what is told there and, unless it is the same, back: severity, rule, text and witness. */
const TABLE = rowsOf(`
  the address of tokens | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}}}} | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://b.test, scopes: {}}}}} | breaking security-url-changed: tokenUrl of clientCredentials https://a.test → https://b.test {"request":"https://a.test"}
  a flow | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}, password: {tokenUrl: https://a.test/p, scopes: {}}}}} | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}}}} | breaking security-flow-removed: password is removed {"request":"https://a.test/p"} |
  a scope | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {r: '', w: ''}}}}} | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {r: ''}}}}} | breaking security-scope-removed: the scope w of clientCredentials is removed {"scope":"w"} |
  another name of a scheme | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}}}} | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}}, as: 'y'}} |  |
  another scheme | {scheme: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.test, scopes: {}}}}} | {scheme: {type: oauth2, flows: {password: {tokenUrl: https://a.test/p, scopes: {}}}, as: 'y'}} | breaking security-tightened: oauth2 y is needed {"security":{"oauth2 x":[]}}
  the discovery | {scheme: {type: openIdConnect, openIdConnectUrl: https://a.test}} | {scheme: {type: openIdConnect, openIdConnectUrl: https://b.test}} | breaking security-url-changed: openIdConnectUrl of discovery https://a.test → https://b.test {"request":"https://a.test"}
  the address of 2.0 | {whole: {swagger: '2.0', info: {title: T, version: '1'}, paths: {/a: {post: {operationId: a, responses: {'204': {description: d}}, security: [{x: []}]}}}, securityDefinitions: {x: {type: oauth2, flow: implicit, authorizationUrl: https://a.test, scopes: {}}}}} | {whole: {swagger: '2.0', info: {title: T, version: '1'}, paths: {/a: {post: {operationId: a, responses: {'204': {description: d}}, security: [{x: []}]}}}, securityDefinitions: {x: {type: oauth2, flow: implicit, authorizationUrl: https://b.test, scopes: {}}}}} | breaking security-url-changed: authorizationUrl of implicit https://a.test → https://b.test {"request":"https://a.test"}
  the place of a key | {scheme: {type: apiKey, in: header, name: K}} | {scheme: {type: apiKey, in: query, name: K}} | breaking security-tightened: query K is needed {"security":{"header k":[]}}
  the case of a header | {scheme: {type: apiKey, in: header, name: K}} | {scheme: {type: apiKey, in: header, name: k}} |  |
  values of a variable | {parts: {servers: [{url: 'https://{r}.test', variables: {r: {default: eu, enum: [eu, us]}}}]}} | {parts: {servers: [{url: 'https://{r}.test', variables: {r: {default: eu, enum: [eu]}}}]}} | notice server-removed: the server https://us.test is removed |
  a server of an operation | {urls: [https://a.test/v1]} | {servers: [{url: https://a.test/v2}], urls: [https://a.test/v1]} | breaking base-path-changed: the base path is /v2, no longer /v1 {"request":"/v1"}
  a server of a path | {urls: [https://a.test]} | {item: {servers: [{url: https://b.test}]}, urls: [https://a.test]} | notice server-removed: the server https://a.test is removed
  a whole query in another media type | {parameters: [{name: q, in: querystring, content: {application/json: {schema: {type: object, required: [n], additionalProperties: false, properties: {n: {enum: [1]}}}}}}]} | {parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, required: [n], additionalProperties: false, properties: {n: {enum: [1]}}}}}}]} | breaking parameter-style: the parameter is written otherwise: %7B%22n%22%3A1%7D → n=1 {"n":1}
  a name without a value | {parameters: [{name: p, in: query, allowEmptyValue: true, schema: {type: integer}}]} | {parameters: [{name: p, in: query, allowEmptyValue: false, schema: {type: integer}}]} | breaking parameter-empty: the parameter needs a value (allowEmptyValue) {"query":"p="} |
  the style of a field | {body: {required: false, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {type: string}}}}, encoding: {}}}}} | {body: {required: false, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {type: string}}}}, encoding: {f: {style: pipeDelimited, explode: false}}}}}} | breaking request-body-style: f is written otherwise: f=alder&f=juniper → f=alder%7Cjuniper {"f":["alder","juniper"]}
  the media type of a part | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string}}}, encoding: {f: {contentType: 'text/plain, text/csv'}}}}}} | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string}}}, encoding: {f: {contentType: text/*}}}}}} |  | breaking request-body-part-type: f has to be text/plain, text/csv {"f":{"headers":{"content-type":"text/*"}}}
  the media type of a file | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}, encoding: {}}}}} | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}, encoding: {f: {contentType: image/png}}}}}} | breaking request-body-part-type: f has to be image/png {"f":{"headers":{"content-type":"application/octet-stream"}}} |
  the style of a header | {responses: {'200': {description: d, headers: {X-A: {explode: false, schema: {type: object, properties: {a: {type: string}}}}}}}} | {responses: {'200': {description: d, headers: {X-A: {explode: true, schema: {type: object, properties: {a: {type: string}}}}}}}} | breaking response-header-style: the header is written otherwise: a,alder,fern0,juniper → a=alder,fern0=juniper {"a":"alder","fern0":"juniper"}
  what else a discriminator selects | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k, defaultMapping: A}}, A: {type: object, required: [k], properties: {k: {const: a}}}, B: {type: object, required: [k], properties: {k: {const: b}}}}}}} | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k, defaultMapping: B}}, A: {type: object, required: [k], properties: {k: {const: a}}}, B: {type: object, required: [k], properties: {k: {const: b}}}}}}} | notice request-body-discriminator: discriminator k (A, B, else A) → k (A, B, else B)
  a deprecated member | {member: {type: string}} | {member: {type: string, deprecated: true}} | notice request-body-deprecated: deprecated false → true |
  a member of what may be in itself | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {type: object, properties: {at: {type: [string, 'null']}, up: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/P'}]}}}}}}} | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {type: object, properties: {at: {type: string}, up: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/P'}]}}}}}}} | breaking request-body-type: type ["string","null"] → "string" {"at":null} |
  a listed null of what may be in itself | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {type: object, properties: {up: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/P'}]}, at: {type: [string, 'null'], enum: [a, null]}}}}}}} | {body: {content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}, parts: {components: {schemas: {P: {type: object, properties: {up: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/P'}]}, at: {type: [string, 'null'], enum: [a]}}}}}}} | breaking request-body-values: enum ["a",null] → ["a"] {"at":null} |
  a format that is not checked | {member: {type: number, format: float}} | {member: {type: number, format: double}} | notice request-body-format: format "float" → "double"
  the encoding of a text | {member: {type: string}} | {member: {type: string, contentEncoding: base64, contentMediaType: image/png}} | notice request-body-content: content none → image/png in base64
  a member that is read-only | {member: {type: string}} | {member: {type: string, readOnly: true}} | notice request-body-one-way: is readOnly |
  an operationId | {} | {operationId: b} | notice operation-id-changed: the operationId is b, no longer a
  the media type of a payload | {hook: {requestBody: {required: true, content: {application/json: {schema: {type: string}}}}}} | {hook: {requestBody: {required: true, content: {text/plain: {}}}}} | breaking event-media-type-added: the payload may be text/plain {"headers":{"content-type":"text/plain"}}
  a payload that may be missing | {hook: {requestBody: {required: true, content: {application/json: {schema: {type: string}}}}}} | {hook: {requestBody: {required: false, content: {application/json: {schema: {type: string}}}}}} | breaking event-body-required: the payload may be missing {"headers":{"content-length":"0"}} |
  a header of an event | {hook: {parameters: [{name: X-Sig, in: header, required: true, schema: {type: string}}]}} | {hook: {}} | breaking event-parameter-required: the header parameter x-sig may be missing {"headers":{}} |
  values of a header of an event | {hook: {parameters: [{name: X-E, in: header, schema: {enum: [a]}}]}} | {hook: {parameters: [{name: X-E, in: header, schema: {enum: [a, b]}}]}} | breaking event-parameter-values: enum ["a"] → ["a","b"] "b" |
  an answer to an event | {hook: {}} | {hook: {responses: {2XX: {description: d}}}} |  | breaking event-status-removed: the status 2XX is no answer to it {"status":"2XX"}
  the address of a callback | {callbacks: {done: {'{$request.body#/u}': {post: {responses: {'204': {description: d}}}}}}} | {callbacks: {done: {'{$request.body#/v}': {post: {responses: {'204': {description: d}}}}}}} | breaking event-address-changed: it is sent to {$request.body#/v}, no longer to {$request.body#/u} {"address":"{$request.body#/u}"}
`)

function toldOf(before: object, after: object): string {
  const all = changesOf(before, after).map(({ severity, rule, text, witness }) => {
    const shown = witness === undefined ? '' : ` ${JSON.stringify(witness.value)}`
    return `${severity} ${rule}: ${text}${shown}`
  })
  return all.join('; ')
}

const ruleOf = (told: string) => told.replace(/:.*/, '')

t.test('what is told of changes beside those of schemas, there and back', async (t) => {
  for (const [name = '', one = '', other = '', there = '', back] of TABLE) {
    const [before, after] = [documentIn(one), documentIn(other)]
    t.equal(toldOf(before, after), there, name)
    if (back === undefined) t.equal(ruleOf(toldOf(after, before)), ruleOf(there), `${name}, back`)
    else t.equal(toldOf(after, before), back, `${name}, back`)
  }
})

t.test('a schema in the content of a parameter is told at its place', async (t) => {
  const query = (values: string) =>
    documentIn(
      `{parameters: [{name: q, in: query, content: {application/json: {schema: {enum: ${values}}}}}]}`,
    )
  const pointer = '#/paths/~1a/post/parameters/0/content/application~1json/schema/enum'
  t.match(changesOf(query('[a, b]'), query('[a]')), [{ old: { pointer }, new: { pointer } }])
})
