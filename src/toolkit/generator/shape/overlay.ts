import { isObject, plainText, setOwn } from '../../openapi/json.js'
import { append, segments } from '../../openapi/json-pointer.js'
import { didYouMean } from '../../shared/spelling.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { type Diagnostic, DocumentError, type Location } from '../diagnostics/problems.js'
import type { Source } from '../load/source.js'
import { meantJsonPath, reasonOf, selectedIn } from './json-path.js'
import { isPlain, type MergeRules, merge } from './merge.js'

/** A value that an action selects, by the object or array that holds it; the document itself has no holder. */
interface Target {
  readonly value: unknown
  readonly holder: unknown
  readonly key: string | number | undefined
}

/** An overlay (OpenAPI Overlay Specification 1.1.0, section 4): actions that change a document. */
export class Overlay {
  readonly #source: Source
  readonly #report: Diagnostics
  readonly #actions: readonly unknown[]
  /** Version 1.1 has `copy`, values that are neither objects nor arrays, and lists that are joined to lists. */
  readonly #isLater: boolean

  /** @throws {DocumentError} if it is no overlay. */
  constructor(source: Source, report: Diagnostics) {
    this.#source = source
    this.#report = report
    const { overlay, actions, openapi, swagger } = Object(source.value)
    if (overlay === undefined && (openapi ?? swagger) !== undefined) {
      const message = 'this is no overlay but an OpenAPI document'
      throw this.#wrong('#', message, 'pass it with --spec, and name the overlay')
    }
    if (!/^1\.[01]\.\d+$/.test(plainText(overlay))) {
      throw this.#wrong('#', 'this is no overlay of version 1.0 or 1.1', 'write `overlay: 1.1.0`')
    }
    this.#isLater = plainText(overlay).startsWith('1.1')
    if (!Array.isArray(actions)) throw this.#wrong('#', '`actions` is no array', 'list the actions')
    this.#actions = actions
  }

  /** Changes a document in place. @throws {DocumentError} for an action that cannot be done. */
  apply(document: object): void {
    const problems: Diagnostic[] = []
    for (const [index, action] of this.#actions.entries()) {
      try {
        this.#act(document, action, append('#', 'actions', index))
      } catch (error) {
        /* c8 ignore next -- an action throws no other error */
        if (!(error instanceof DocumentError)) throw error
        problems.push(...error.diagnostics)
      }
    }
    if (problems.length > 0) throw new DocumentError(problems)
  }

  #act(document: object, action: unknown, pointer: string): void {
    if (!isObject(action)) throw this.#wrong(pointer, 'an action is an object', 'correct it')
    for (const name of Object.keys(action)) {
      if (name === 'copy' && !this.#isLater) {
        const message = '`copy` of an action is of version 1.1'
        throw this.#wrong(append(pointer, name), message, 'write `overlay: 1.1.0`')
      }
      if (KNOWN.has(name) || name.startsWith('x-')) continue
      const advice = didYouMean(name, KNOWN, 'leave it out')
      throw this.#wrong(append(pointer, name), `\`${name}\` of an action is unknown`, advice)
    }
    const { target, copy, remove } = action
    if (typeof target !== 'string') {
      const is = target === undefined ? 'missing' : 'no string'
      throw this.#wrong(pointer, `\`target\` of an action is ${is}`, 'name what it changes')
    }
    const has = ['update', 'copy'].filter((name) => action[name] !== undefined)
    if (has.length > 1) {
      throw this.#wrong(pointer, 'an action has `update` and `copy`', 'leave one of them')
    }
    if (has.length === 0 && remove !== true) {
      throw this.#wrong(pointer, 'an action has neither `update` nor `remove: true`', 'add one')
    }
    const targets = this.#targets(document, target, append(pointer, 'target'))
    if (targets.length === 0) {
      const message = `the target ${JSON.stringify(target)} selects nothing`
      const place = this.#at(append(pointer, 'target'))
      this.#report.warn(place, message, 'correct it, or leave the action out')
    }
    // What is removed is not updated (section 4.4.3).
    if (remove === true) {
      removeAll(targets)
      return
    }
    if (this.#isLater && new Set(targets.map(kindOf)).size > 1) {
      const message = `the target ${JSON.stringify(target)} selects values of several kinds`
      throw this.#wrong(append(pointer, 'target'), message, 'write an action for each kind')
    }
    const [field = 'update'] = has
    const place = append(pointer, field)
    const update = field === 'copy' ? this.#copied(document, copy, place) : action.update
    for (const each of targets) this.#update(each, update, place)
  }

  #copied(document: object, copy: unknown, pointer: string): unknown {
    const [found, ...others] = this.#targets(document, plainText(copy), pointer)
    if (found !== undefined && others.length === 0) return structuredClone(found.value)
    const message = `\`copy\` selects ${found === undefined ? 'nothing' : 'several values'}`
    throw this.#wrong(pointer, message, 'select one value')
  }

  #targets(document: object, target: string, pointer: string): Target[] {
    const paths = this.#paths(document, target, pointer)
    return paths.map((path) => {
      const holder = path
        .slice(0, -1)
        .reduce((value, key) => memberOf(value, key), document as unknown)
      const key = path.at(-1)
      return { value: key === undefined ? document : memberOf(holder, key), holder, key }
    })
  }

  #paths(document: object, target: string, pointer: string): (readonly (string | number)[])[] {
    try {
      return selectedIn(document, target)
    } catch (error) {
      const message = `${JSON.stringify(target)} is no JSONPath of RFC 9535`
      const meant = meantJsonPath(target)
      if (meant !== undefined) throw this.#wrong(pointer, message, `write ${meant}`)
      throw this.#wrong(pointer, `${message}: ${reasonOf(error, target)}`, 'correct it')
    }
  }

  #update({ value, holder, key }: Target, update: unknown, pointer: string): void {
    const arePlain = isPlain(value) && isPlain(update)
    if (Array.isArray(value)) {
      const added = structuredClone(update)
      value.push(...(this.#isLater && Array.isArray(added) ? added : [added]))
    } else if (isObject(value) && isObject(update)) merge(value, update, this.#rules(pointer))
    else if (this.#isLater && arePlain)
      setOwn(holder as Record<string, unknown>, String(key), update)
    else {
      const message = isObject(value)
        ? `\`${fieldIn(pointer)}\` of an object is no object`
        : 'the target of an update is neither an object nor an array'
      const advice = arePlain ? 'write `overlay: 1.1.0`, which has that' : 'correct the action'
      throw this.#wrong(pointer, message, advice)
    }
  }

  #rules(pointer: string): MergeRules {
    // What is copied is no part of the overlay.
    const isHere = fieldIn(pointer) === 'update'
    return {
      isStrict: this.#isLater,
      conflict: (names, message) => {
        const place = isHere ? append(pointer, ...names) : pointer
        throw this.#wrong(place, message, 'correct it, or remove the old value by an action before')
      },
    }
  }

  #wrong(pointer: string, message: string, advice: string): DocumentError {
    return new DocumentError([{ family: 'wrong', ...this.#at(pointer), message, advice }])
  }

  #at(pointer: string): Location {
    return { source: this.#source, pointer }
  }
}

const KNOWN = new Set(['target', 'description', 'update', 'copy', 'remove'])

function fieldIn(pointer: string): string | undefined {
  return segments(pointer)?.at(-1)
}

function kindOf({ value }: Target): string {
  if (isPlain(value)) return 'plain'
  return Array.isArray(value) ? 'array' : 'object'
}

function memberOf(value: unknown, key: string | number): unknown {
  return (value as Record<string | number, unknown>)[key]
}

/** The last ones first: the indexes of those before them stay. */
function removeAll(targets: readonly Target[]): void {
  for (const { holder, key } of targets.toReversed()) {
    if (Array.isArray(holder)) holder.splice(key as number, 1)
    else if (key !== undefined) Reflect.deleteProperty(holder as object, key)
  }
}
