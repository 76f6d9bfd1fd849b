import { documentModel, type ModelOptions } from '../../generator/document-model.js'
import { parse, Source } from '../../generator/load/source.js'
import type {
  DescribedSecurityScheme,
  Model,
  NamedSchema,
  Operation,
} from '../../generator/model/model.js'
import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { withoutKeys } from './keys.js'
import { operationsNamed } from './named-operations.js'
import { Verdicts } from './verdicts.js'

export type {
  DescribedSecurityScheme,
  Header,
  MediaType,
  Operation,
  Parameter,
  ParameterGroup,
  RequestBody,
  Response,
  TokenSource,
  ValueMediaType,
} from '../../generator/model/model.js'

/** A document as the kit reads it: OpenAPI 3.0 to 3.2 or Swagger 2.0, in one model. */
export class TestedContract {
  readonly model: Model
  readonly verdicts: Verdicts
  /** The operations that are tested; of the others are only the requests that these need. */
  readonly tested: readonly Operation[]
  /** The operations that no request reaches, with the reason. */
  readonly unreachable: readonly { readonly operation: Operation; readonly reason: string }[]
  /** The document with its references to other files resolved. */
  readonly document: unknown
  /** All operations that a request can reach. */
  readonly operations: readonly Operation[]
  readonly #schemas: ReadonlyMap<string, NamedSchema>
  readonly #schemes: ReadonlyMap<string, DescribedSecurityScheme>
  readonly #references = new Map<string, Schema>()
  readonly #locate: (pointer: string) => string

  /**
   * @param document - A file, or what was read of one, or a parsed document whose references stay in it.
   * @throws {DocumentError} with every problem of the document.
   * @throws {UnknownName} for an operation to test that there is none of.
   */
  constructor(
    document: string | object,
    options: ModelOptions & { readonly operations?: readonly string[] } = {},
  ) {
    if (document === undefined)
      throw new TypeError('document: name the file of one, or give one that is parsed')
    const isRead = typeof document === 'string' || document instanceof Source
    const spec = isRead ? document : parse('openapi.json', JSON.stringify(document))
    const { model, source } = documentModel(spec, options)
    this.model = model
    this.#schemes = new Map(model.securitySchemes.map((each) => [each.name, each]))
    const all = model.operations.map((each) => withoutKeys(each, this.#schemes))
    const named = operationsNamed(all, options.operations)
    this.unreachable = named.flatMap((operation) => {
      const reason = hiddenBy(operation)
      return reason === undefined ? [] : [{ operation, reason }]
    })
    this.tested = named.filter((each) => hiddenBy(each) === undefined)
    this.operations = all.filter((each) => hiddenBy(each) === undefined)
    this.document = model.bundled
    this.#schemas = new Map(model.schemas.map((each) => [each.name, each]))
    this.verdicts = new Verdicts(model.schemas)
    this.#locate = (pointer) => {
      const [, prefix = '', inFile = pointer] = /^([^#].*?)(#(?:\/.*)?)$/.exec(pointer) ?? []
      const file = prefix === '' ? source : source.open(prefix)
      const { line, column } = file.locate(inFile)
      return `${file.name}:${line}:${column}`
    }
  }

  /** The schema of a name that the model gives to parameters and media types. */
  schema(name: string): Schema {
    return this.#named(name).schema
  }

  readonly target = ($ref: string): Schema => this.schema(schemaNameIn($ref))

  /** A schema that is the schema of a name: the same object each time, since both opinions keep what they know of it. */
  reference(name: string): Schema {
    // The same object each time: verdicts are compiled once for it.
    const known = this.#references.get(name) ?? { $ref: refToSchema(name) }
    this.#references.set(name, known)
    return known
  }

  /** Pointer of a named schema in the document. */
  pointerOf(name: string): string {
    return this.#named(name).pointer
  }

  #named(name: string): NamedSchema {
    return this.#schemas.get(name) as NamedSchema
  }

  /** A security scheme, declared or not, that the document names. */
  scheme(name: string): DescribedSecurityScheme | undefined {
    return this.#schemes.get(name)
  }

  /** `file:line:column` of a part of the document, by a pointer that begins with its file if that is not the first. */
  locate(pointer: string): string {
    return this.#locate(pointer)
  }
}

/** Why no request reaches an operation: a `#` ends what a client sends of a path (RFC 9110, section 7.1). */
function hiddenBy({ path, shadowedBy }: Operation): string | undefined {
  if (path.includes('#')) return 'no client sends what is behind a #'
  return shadowedBy === undefined ? undefined : 'another operation has its method and path'
}
