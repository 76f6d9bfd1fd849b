import type { Operation, TestedContract } from '../../conformance/document/contract.js'
import { isObject } from '../../openapi/json.js'
import type { Change } from '../change.js'
import type { ComparedDocument } from '../compared-document.js'
import {
  type BothOperations,
  type Comparing,
  type PartEffect,
  writtenOperation,
} from './operation-effects.js'

/** The addresses that a document names for its service. */
function serversOf({ document, model }: TestedContract): readonly string[] {
  const { host, schemes = ['https'] } = Object(document)
  if (typeof host === 'string') {
    return [schemes].flat().map((scheme) => `${scheme}://${host}${model.basePath}`)
  }
  return addressesOf(document) ?? []
}

/** Most values of the variables of a server. */
const MOST_VALUES = 64

/** The addresses of the servers of a document, a path or an operation; `undefined` if it has none. */
function addressesOf(owner: unknown): readonly string[] | undefined {
  const { servers } = Object(owner)
  if (!Array.isArray(servers) || servers.length === 0) return undefined
  return servers.filter(isObject).flatMap(({ url, variables }) =>
    Object.entries(Object(variables)).reduce(
      (urls, [name, variable]) => {
        const { enum: values } = Object(variable)
        // Without a list a variable may have any value.
        if (!Array.isArray(values)) return urls
        const put = (each: string) => values.map((value) => each.replaceAll(`{${name}}`, value))
        return urls.flatMap(put).slice(0, MOST_VALUES)
      },
      [String(url)],
    ),
  )
}

/** Changes of where the service is. */
export function serverChanges(
  one: ComparedDocument,
  other: ComparedDocument,
  isMoved: boolean,
): Change[] {
  const [before, after] = [serversOf(one.contract), serversOf(other.contract)]
  const at = ({ contract }: ComparedDocument) => {
    return contract.model.openapi === '2.0' ? '#/host' : '#/servers'
  }
  const shared = {
    operations: [],
    part: '',
    old: one.place(at(one)),
    new: other.place(at(other)),
  }
  const { basePath: from } = one.contract.model
  const { basePath: to } = other.contract.model
  if (isMoved) return [{ ...moved(from, to), who: 'clients that call any operation', ...shared }]
  return removed(before, after).map((each) => ({ ...each, ...shared }))
}

function moved(from: string, to: string) {
  return {
    rule: 'base-path-changed',
    severity: 'breaking' as const,
    text: `the base path is ${to || '/'}, no longer ${from || '/'}`,
    witness: { value: { request: from || '/' } },
  }
}

function removed(before: readonly string[], after: readonly string[]) {
  return before
    .filter((url) => !after.some((each) => plain(each) === plain(url)))
    .map((url) => ({
      rule: 'server-removed',
      severity: 'notice' as const,
      who: 'clients that call it there',
      text: `the server ${url} is removed`,
    }))
}

/** An address without what does not count: the case of hosts, default ports, the last slash. */
function plain(url: string): string {
  return (URL.canParse(url) ? new URL(url).href : url).replace(/\/$/, '')
}

/** Changes of servers that operations have of their own. */
export function ownServerEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const [before, after] = [
    ownAddresses(comparing.old, both.old),
    ownAddresses(comparing.new, both.new),
  ]
  if (before === undefined && after === undefined) return []
  const [from, to] = [
    before ?? serversOf(comparing.old.contract),
    after ?? serversOf(comparing.new.contract),
  ]
  const places = {
    part: '',
    old: comparing.old.place(both.old.pointer),
    new: comparing.new.place(both.new.pointer),
  }
  const paths = new Set(to.map(pathOf))
  const isMoved = from.length > 0 && to.length > 0 && !from.some((url) => paths.has(pathOf(url)))
  if (!isMoved) return removed(from, to).map((each) => ({ ...each, ...places }))
  const [old, kept] = [from, to].map(([url = '']) => pathOf(url))
  return [{ ...moved(old ?? '', kept ?? ''), who: 'clients that call it', ...places }]
}

function ownAddresses(document: ComparedDocument, of: Operation) {
  const { item, operation } = writtenOperation(document, of)
  return addressesOf(operation) ?? addressesOf(item)
}

/** The path of an address, which may be relative. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/\/$/, '')
}
