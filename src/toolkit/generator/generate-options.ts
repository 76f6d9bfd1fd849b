import type { Model } from './model/model.js'
import type { Extension, Language } from './print/imports.js'
import type { ShapeOptions } from './shape/shape.js'

/** Options of the generator. */
export interface GenerateOptions {
  /** Features to leave out where they are not supported. */
  readonly ignore?: readonly string[]
  /**
   * TypeScript type of an int64. As a `number` it is refused where no number is equal to it.
   *
   * @defaultValue `'bigint'`
   */
  readonly int64?: Model['int64']
  /**
   * Types of formats of strings in handlers, by format: one of the platform (`Date`), `brand`, or a member of
   * a module as generated code imports it (`../src/codecs.js#money`).
   */
  readonly formats?: Readonly<Record<string, string>>
  /**
   * The folder that every file of the document is in: a reference that leads out of it is refused.
   *
   * @defaultValue the folder of the document
   */
  readonly root?: string | undefined
  /** Changes of the document before it is read: overlays, and operations that are kept or left out. */
  readonly shape?: Partial<ShapeOptions>
  /** True for `client.ts`, the types of a client: the operations as `createClient<paths>()` of openapi-fetch takes them. */
  readonly client?: boolean
  /** True to report every problem of a kind, not ten and the number of the others. */
  readonly all?: boolean
  /**
   * Module specifier of the runtime in generated code.
   *
   * @defaultValue `'fastify-contract/codegen'`
   */
  readonly runtime?: string
  /**
   * Language of the code. As `'javascript'` it runs as it is, without a compiler, and the files
   * that hold nothing but types are left out.
   *
   * @defaultValue `'typescript'`
   */
  readonly language?: Language
  /**
   * End of import specifiers in TypeScript: `ts` for users who run it without compiling it.
   *
   * @defaultValue `'js'`
   */
  readonly importExtension?: Extension
  /**
   * The command that the headers of the files name.
   *
   * @defaultValue `'npx fastify-contract generate'`
   */
  readonly command?: string
  /**
   * Name of the document in the headers.
   *
   * @defaultValue its file, as it is found from the working directory
   */
  readonly file?: string
  /** Called with each file of the document just before it is read. */
  opened?(file: string): void
}
