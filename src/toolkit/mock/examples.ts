/** The examples of a response's media type, by name; those without a name are called `''`. */
export type Examples = ReadonlyMap<string, unknown>

/** Finds the documented examples of responses. */
export type FindExamples = (
  operation: { readonly path: string; readonly method: string },
  status: string,
  mediaType: string,
) => Examples

type Node = Readonly<Record<string, unknown>>

/** How many references may lead to the next one. */
const MAX_HOPS = 20

/**
 * The examples of a document: of media types (`example`, `examples`), of their schemas, and of the
 * responses of Swagger 2.0.
 *
 * @param document - OpenAPI of any version, as a value, its references inside of it.
 */
export function examplesIn(document: unknown): FindExamples {
  const root = nodeOf(document)

  function follow(value: unknown): Node {
    let node = nodeOf(value)
    for (let hops = 0; typeof node.$ref === 'string' && hops < MAX_HOPS; hops++)
      node = at(node.$ref)
    return node
  }

  function at($ref: string): Node {
    const path = $ref.startsWith('#/') ? $ref.slice(2).split('/').map(unescaped) : ['']
    return nodeOf(path.reduce((node, key) => member(follow(node), key), root as unknown))
  }

  function operationAt(path: string, method: string): Node {
    const pathItem = follow(member(nodeOf(root.paths), path))
    const more = follow(pathItem.additionalOperations)
    return nodeOf(member(pathItem, method.toLowerCase()) ?? member(more, method))
  }

  function ofMedia({ example, examples, schema }: Node): [string, unknown][] {
    const named = Object.entries(nodeOf(examples)).flatMap(([name, each]): [string, unknown][] => {
      const { dataValue, value = dataValue } = follow(each)
      return value === undefined ? [] : [[name, value]]
    })
    const inSchema = follow(schema)
    const schemaExamples = Array.isArray(inSchema.examples) ? inSchema.examples : []
    const plain = [example, inSchema.example, ...schemaExamples].filter(
      (each) => each !== undefined,
    )
    return [...named, ...plain.slice(0, 1).map((each): [string, unknown] => ['', each])]
  }

  return ({ path, method }, status, mediaType) => {
    const response = follow(member(nodeOf(operationAt(path, method).responses), status))
    const contents = Object.entries(nodeOf(response.content))
    const [, media] = contents.find(([name]) => typeOf(name) === mediaType) ?? []
    const swagger = Object.entries(nodeOf(response.examples))
    const [, example] = swagger.find(([name]) => typeOf(name) === mediaType) ?? []
    const given = media === undefined ? { example, schema: response.schema } : follow(media)
    return new Map(ofMedia(given))
  }
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}

function member(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined
}

/** RFC 6901, section 6: percent-encoded in a URI fragment. */
function unescaped(segment: string): string {
  let text = segment
  try {
    text = decodeURIComponent(segment)
  } catch {
    // It is taken as it is written.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A media type as contracts have it: lower case, without parameters. */
function typeOf(mediaType: string): string {
  return (mediaType.split(';')[0] as string).trim().toLowerCase()
}
