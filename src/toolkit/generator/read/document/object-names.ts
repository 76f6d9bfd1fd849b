import type { OpenApiVersion } from '../../model/model.js'
import type { ObjectKind } from './fixed-fields.js'

/** Objects of the specification in words; the document has none. */
export const OBJECT_NAMES: Readonly<Record<ObjectKind, string>> = {
  document: '',
  info: 'info',
  contact: 'contact',
  license: 'license',
  server: 'server',
  serverVariable: 'server variable',
  components: 'components',
  paths: 'paths',
  pathItem: 'path item',
  operation: 'operation',
  docs: 'externalDocs',
  parameter: 'parameter',
  bodyParameter: 'body parameter',
  requestBody: 'request body',
  mediaType: 'media type',
  encoding: 'encoding',
  responses: 'responses',
  response: 'response',
  callback: 'callback',
  example: 'example',
  link: 'link',
  header: 'header',
  tag: 'tag',
  securityScheme: 'security scheme',
  flows: 'flows',
  flow: 'flow',
  discriminator: 'discriminator',
  xml: 'xml',
}

/** What documents of one version have in the words of another, or in none's. */
const OPENAPI_3 = new Map([
  ['accessCode', 'write `authorizationCode`'],
  ['application', 'write `clientCredentials`'],
  ['basePath', 'write it into the `url` of `servers`'],
  ['body', 'write `requestBody`'],
  ['collectionFormat', 'write `style` and `explode`'],
  ['consumes', 'write its media types under `content` of `requestBody`'],
  ['definitions', 'write `components` with `schemas` in it'],
  ['flow', 'write `flows`, with this flow in it'],
  ['host', 'write it into the `url` of `servers`'],
  ['produces', 'write its media types under `content` of responses'],
  ['scopes', 'write it into a flow of `flows`'],
  ['schemes', 'write them into the `url` of `servers`'],
  ['securityDefinitions', 'write `components` with `securitySchemes` in it'],
  ['swagger', 'leave `swagger` out, since `openapi` says the version'],
])

const SWAGGER_2 = new Map([
  ['components', 'write `definitions`, `parameters`, `responses` or `securityDefinitions`'],
  ['openapi', 'leave `openapi` out, since `swagger` says the version'],
  ['requestBody', 'write a parameter with `in: body`'],
  ['scheme', 'write `type: basic`, or `type: apiKey` with `in` and `name`'],
  ['servers', 'write `host`, `basePath` and `schemes`'],
])

/** The advice for a member that is known by another name. */
export function inOtherWords(
  name: string,
  version: OpenApiVersion,
  kind: ObjectKind,
): string | undefined {
  if (kind === 'header' && (name === 'name' || name === 'in')) {
    return 'leave it out: its key names the header'
  }
  return (version === '2.0' ? SWAGGER_2 : OPENAPI_3).get(name)
}
