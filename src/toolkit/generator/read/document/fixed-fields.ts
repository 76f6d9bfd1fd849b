import type { OpenApiVersion } from '../../model/model.js'

/** The objects of the specification that have a closed list of fields, but for `x-`. */
export type ObjectKind = keyof typeof VERSION_3 | keyof typeof VERSION_2

/**
 * Fields of OpenAPI 3.0, 3.1 and 3.2 (section 4), in words `NAME:OBJECT@VERSION`: the object that is its value,
 * its elements (`[]`) or its members (`{}`), and the version that has brought it. `*` is each member.
 */
const VERSION_3 = {
  document:
    'openapi info:info servers:server[] paths:paths components:components security tags:tag[] externalDocs:docs ' +
    'jsonSchemaDialect@3.1 webhooks:pathItem{}@3.1 $self@3.2',
  info: 'title description termsOfService contact:contact license:license version summary@3.1',
  contact: 'name url email',
  license: 'name url identifier@3.1',
  server: 'url description variables:serverVariable{} name@3.2',
  serverVariable: 'enum default description',
  components:
    'schemas responses:response{} parameters:parameter{} examples:example{} requestBodies:requestBody{} ' +
    'headers:header{} securitySchemes:securityScheme{} links:link{} callbacks:callback{} ' +
    'pathItems:pathItem{}@3.1 mediaTypes:mediaType{}@3.2',
  paths: '*:pathItem',
  pathItem:
    '$ref summary description get:operation put:operation post:operation delete:operation options:operation ' +
    'head:operation patch:operation trace:operation servers:server[] parameters:parameter[] ' +
    'query:operation@3.2 additionalOperations:operation{}@3.2',
  operation:
    'tags summary description externalDocs:docs operationId parameters:parameter[] requestBody:requestBody ' +
    'responses:responses callbacks:callback{} deprecated security servers:server[]',
  docs: 'description url',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema ' +
    'content:mediaType{} example examples:example{}',
  requestBody: 'description content:mediaType{} required',
  mediaType:
    'schema example examples:example{} encoding:encoding{} itemSchema@3.2 prefixEncoding:encoding[]@3.2 ' +
    'itemEncoding:encoding@3.2',
  encoding:
    'contentType headers:header{} style explode allowReserved encoding:encoding{}@3.2 ' +
    'prefixEncoding:encoding[]@3.2 itemEncoding:encoding@3.2',
  responses: '*:response',
  response: 'description headers:header{} content:mediaType{} links:link{} summary@3.2',
  callback: '*:pathItem',
  example: 'summary description value externalValue dataValue@3.2 serializedValue@3.2',
  link: 'operationRef operationId parameters requestBody description server:server',
  header:
    'description required deprecated allowEmptyValue style explode allowReserved schema content:mediaType{} ' +
    'example examples:example{}',
  tag: 'name description externalDocs:docs summary@3.2 parent@3.2 kind@3.2',
  securityScheme:
    'type description name in scheme bearerFormat flows:flows openIdConnectUrl oauth2MetadataUrl@3.2 deprecated@3.2',
  flows:
    'implicit:flow password:flow clientCredentials:flow authorizationCode:flow deviceAuthorization:flow@3.2',
  flow: 'authorizationUrl tokenUrl refreshUrl scopes deviceAuthorizationUrl@3.2',
  discriminator: 'propertyName mapping defaultMapping@3.2',
  xml: 'name namespace prefix attribute wrapped nodeType@3.2',
} as const

/** Fields of Swagger 2.0; parameters and headers hold the keywords of their schema, too. */
const VERSION_2 = {
  document:
    'swagger info:info host basePath schemes consumes produces paths:paths definitions parameters:parameter{} ' +
    'responses:response{} securityDefinitions:securityScheme{} security tags:tag[] externalDocs:docs',
  info: 'title description termsOfService contact:contact license:license version',
  contact: VERSION_3.contact,
  license: 'name url',
  paths: VERSION_3.paths,
  pathItem:
    '$ref get:operation put:operation post:operation delete:operation options:operation head:operation ' +
    'patch:operation parameters:parameter[]',
  operation:
    'tags summary description externalDocs:docs operationId consumes produces parameters:parameter[] ' +
    'responses:responses schemes deprecated security',
  docs: VERSION_3.docs,
  bodyParameter: 'name in description required schema',
  responses: VERSION_3.responses,
  /** `content` is of OpenAPI 3, and read where no schema is. */
  response: 'description schema headers examples content',
  tag: 'name description externalDocs:docs',
  securityScheme: 'type description name in flow authorizationUrl tokenUrl scopes',
  discriminator: 'propertyName mapping',
  xml: 'name namespace prefix attribute wrapped',
} as const

const VERSIONS: readonly OpenApiVersion[] = ['2.0', '3.0', '3.1', '3.2']

export interface FixedField {
  readonly kind?: ObjectKind
  /** What of its value has the fields of `kind`. */
  readonly of?: 'value' | 'elements' | 'members'
  readonly since: OpenApiVersion
}

export type FixedFields = ReadonlyMap<string, FixedField>

function parse(words: string, first: OpenApiVersion): FixedFields {
  return new Map(
    words.split(' ').map((word) => {
      const [, name = '', kind, brackets, since] =
        /^([^:@]+)(?::(\w+)(\[\]|\{\})?)?(?:@(.+))?$/.exec(word) ?? []
      const of = brackets === '[]' ? 'elements' : brackets === '{}' ? 'members' : 'value'
      const version = (since ?? first) as OpenApiVersion
      return [name, { ...(kind && { kind: kind as ObjectKind, of }), since: version }]
    }),
  )
}

function table(objects: Readonly<Record<string, string>>, first: OpenApiVersion) {
  return new Map(Object.entries(objects).map(([kind, words]) => [kind, parse(words, first)]))
}

const TABLES = { 2: table(VERSION_2, '2.0'), 3: table(VERSION_3, '3.0') }

/** The fields of an object, those of later versions included; `undefined` for one that the version does not have. */
export function fieldsOf(kind: ObjectKind, version: OpenApiVersion): FixedFields | undefined {
  return TABLES[version === '2.0' ? 2 : 3].get(kind)
}

/** True if a field that a document has is of a later version than the document. */
export function isLater({ since }: Pick<FixedField, 'since'>, version: OpenApiVersion): boolean {
  return VERSIONS.indexOf(since) > VERSIONS.indexOf(version)
}

/** The version that has a field which this one does not: the other of 2.0 and 3. */
export function otherVersionOf(
  kind: ObjectKind,
  name: string,
  version: OpenApiVersion,
): OpenApiVersion | undefined {
  const other = version === '2.0' ? '3.0' : '2.0'
  return fieldsOf(kind, other)?.has(name) ? other : undefined
}

/** The objects in or around one that have a field of a name, such as `content` in a request body. */
export function neighboursWith(
  name: string,
  kind: ObjectKind,
  version: OpenApiVersion,
): ObjectKind[] {
  const kinds = [...TABLES[version === '2.0' ? 2 : 3].keys()] as ObjectKind[]
  const inside = (each: ObjectKind): ObjectKind[] =>
    [...(fieldsOf(each, version)?.values() ?? [])].flatMap((field) => field.kind ?? [])
  const children = inside(kind).flatMap((each) => [
    each,
    ...(fieldsOf(each, version)?.has('*') ? inside(each) : []),
  ])
  const parents = kinds.filter((each) => inside(each).includes(kind))
  const has = (each: ObjectKind) => fieldsOf(each, version)?.has(name)
  const nearest = [children, parents].map((list) => [...new Set(list)].filter(has))
  const [found = []] = nearest.filter((list) => list.length > 0)
  return found.filter(
    (each) =>
      each !== kind && each !== 'document' && (each !== 'components' || kind === 'document'),
  )
}
